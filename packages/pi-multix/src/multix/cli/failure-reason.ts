/**
 * Why a run of the CLI failed, as one line. The reason stands in different places: the last `✗` or `Error:` line, a
 * report file, or the end of an encoder's log. Pure.
 */

const MARKED = [/^✗ (?<reason>.+)$/, /^Error: (?<reason>.+)$/, /^error: (?<reason>.+)$/];
const REPORT_PATH = /^Output saved to: (?<path>.+)$/m;
const REPORTED_ERROR = /^\*\*Error\*\*: (?<reason>.+)$/m;

/** The last line of standard error that the CLI marks as an error, else its last line. */
export function reasonIn(stderr: string): string | undefined {
  const lines = stderr
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  for (const line of lines.toReversed()) {
    for (const pattern of MARKED) {
      const reason = pattern.exec(line)?.groups?.["reason"];
      if (reason !== undefined) return reason;
    }
  }
  return lines.at(-1);
}

/** Path of the report in which `doc convert` hides why a file failed, as printed; undefined when there is none. */
export function reportWithReason(stdout: string): string | undefined {
  return REPORT_PATH.exec(stdout)?.groups?.["path"]?.trim();
}

/** The first error that such a report holds. */
export function reasonInReport(report: string): string | undefined {
  return REPORTED_ERROR.exec(report)?.groups?.["reason"]?.trim();
}

/** What the user can do about it, where the reason tells. */
export function hintFor(reason: string): string | undefined {
  const rules: readonly (readonly [RegExp, string])[] = [
    [
      /is not set|API key not set|is required for Cloudflare/i,
      "Store the key with multix_models action=scaffold or set-key.",
    ],
    [/HTTP 40[13]|API[_ ]KEY[_ ]INVALID|INVALID_ARGUMENT.*key/i, "Check the provider's key with multix_check."],
    [/HTTP 429|RESOURCE_EXHAUSTED|quota/i, "Wait for the provider's quota, or use another provider."],
    [
      /\(download failed\)/i,
      "The video exists at the address in the message; download it with the provider's key in a browser or curl.",
    ],
    [/timed? ?out/i, "Ask for the job with multix_video action=status, or allow more time with timeoutMs."],
    [/ffmpeg not found/i, "Install ffmpeg, so that it is on PATH."],
    [/ImageMagick|magick.*not found/i, "Install ImageMagick 7, so that `magick` is on PATH."],
    [/EISDIR/i, "The file was made and is in the output directory; name a file, not a folder, in output."],
    [/unknown (option|command)/i, "Run multix_check: the installed CLI may be older than this extension."],
  ];
  return rules.find(([pattern]) => pattern.test(reason))?.[1];
}
