/** The footer line of the extension: the jobs that providers are still working on. Pure. */

export const FOOTER_KEY = "pi-multix";

/** Undefined clears the line: nobody waits for anything. */
export function footerOfJobs(openJobs: number): string | undefined {
  if (openJobs === 0) return undefined;
  return `multix: ${openJobs} open ${openJobs === 1 ? "job" : "jobs"}`;
}
