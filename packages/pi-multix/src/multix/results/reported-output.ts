/**
 * Reads the paths and job ids that the CLI prints. It has no machine-readable output; these are the lines of its source
 * (docs/pi-multix/cli.md, Output). A path is only a hint here: whether the file exists is for the caller to see. Pure.
 */

/** `copy`: what `--output` asked for. `thumbnail`: a still beside a video. */
export type FileRole = "result" | "copy" | "thumbnail";

export interface ReportedFile {
  /** As printed: absolute, or relative to the working directory of the CLI. */
  readonly path: string;
  readonly role: FileRole;
}

interface LineRule {
  readonly pattern: RegExp;
  readonly role: FileRole;
}

const RULES: readonly LineRule[] = [
  { pattern: /^✓ Saved thumb (?<path>.+)$/, role: "thumbnail" },
  { pattern: /^✓ Copied thumb to (?<path>.+)$/, role: "thumbnail" },
  { pattern: /^✓ Copied to:? (?<path>.+)$/, role: "copy" },
  { pattern: /^✓ Saved (?:video|transcript): (?<path>.+)$/, role: "result" },
  { pattern: /^✓ Saved:? (?<path>.+?)(?: \(\d+(?:\.\d+)? [KMG]?B\))?$/, role: "result" },
  { pattern: /^✓ Optimized: (?<path>.+)$/, role: "result" },
  {
    pattern: /^(?:Generated (?:video|audio|music|SFX)|Isolated audio|Dubbed file|Output saved to|Saved): (?<path>.+)$/,
    role: "result",
  },
];

const LIST_HEADER = /^(?:Generated|Downloaded) \d+ (?:image|file)\(s\):$|^Created \d+ chunk\(s\) in .+$/;
const ABSOLUTE_LINE = /^(?:\/[^\s/].*|[A-Za-z]:\\.+)$/;

function reportedBy(line: string): ReportedFile | undefined {
  for (const { pattern, role } of RULES) {
    const path = pattern.exec(line)?.groups?.["path"];
    if (path !== undefined) return { path, role };
  }
  return ABSOLUTE_LINE.test(line) ? { path: line, role: "result" } : undefined;
}

/** Every file that the output names, each path once, first mention first; a list line makes it a result. */
export function reportedFiles(stdout: string): ReportedFile[] {
  const files = new Map<string, ReportedFile>();
  let inList = false;
  for (const raw of stdout.split(/\r\n|\r|\n/)) {
    const listed: string | undefined = inList && /^ {2}\S/.test(raw) ? raw.slice(2).trimEnd() : undefined;
    const line = raw.trim();
    inList = listed !== undefined || LIST_HEADER.test(line);
    const file = listed === undefined ? reportedBy(line) : { path: listed, role: "result" as const };
    if (file !== undefined && (listed !== undefined || !files.has(file.path))) files.set(file.path, file);
  }
  return [...files.values()];
}

const JOB_LINES = [
  /^Poll with: multix \S+ (?:video-)?status (?<id>\S+)/,
  /multix \S+ (?:video-)?status (?<id>[\w.:-]+)/,
  /^(?:Job|Task): (?<id>\S+)$/,
  /^✓ Video job (?<id>\S+) \(/,
  /^Dubbing job: (?<id>\S+)/,
];

/**
 * The job id in the output, wherever the provider prints it, or undefined. Also finds it in the message of a run that
 * timed out while the job goes on.
 */
export function reportedJobId(stdout: string, stderr: string): string | undefined {
  const lines = `${stderr}\n${stdout}`.split(/\r\n|\r|\n/).map((line) => line.trim());
  for (const pattern of JOB_LINES) {
    for (const line of lines) {
      const id = pattern.exec(line)?.groups?.["id"];
      if (id !== undefined) return id;
    }
  }
  return undefined;
}

/** The status word of a finished or running job, in the spelling of the provider, or undefined. */
export function reportedJobStatus(stdout: string, stderr: string): string | undefined {
  const text = `${stderr}\n${stdout}`;
  return (
    /^\s*status: (?<status>\w+)/m.exec(text)?.groups?.["status"] ??
    /"status"\s*:\s*"(?<status>\w+)"/.exec(text)?.groups?.["status"] ??
    /^\s*\S+: (?<status>starting|queued|processing|succeeded|failed|cancell?ed|aborted)\s*$/m.exec(text)?.groups?.[
      "status"
    ]
  );
}

const FINAL = {
  done: ["complete", "completed", "succeeded"],
  failed: ["failed", "canceled", "cancelled", "aborted", "expired"],
};

/** What a provider's status word means for the one who waits. */
export function jobPhase(status: string | undefined): "running" | "done" | "failed" | "unknown" {
  if (status === undefined) return "unknown";
  const word = status.toLowerCase();
  if (FINAL.done.includes(word)) return "done";
  return FINAL.failed.includes(word) ? "failed" : "running";
}
