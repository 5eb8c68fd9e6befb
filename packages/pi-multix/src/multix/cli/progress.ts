/** Turns the CLI's streamed output into short progress lines. Pure. */

/** Lines that say nothing about the work: debug output, rules, and the banner of newer dotenv versions. */
const NOISE = [/^\s*$/, /^\s*\[debug\]/, /^=+$/, /^\[dotenv@/, /^◇ injected env/];

/** The last line of `text` that says something, without the CLI's marks, at most `maxCharacters` long. */
export function lastTellingLine(text: string, maxCharacters = 160): string | undefined {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => !NOISE.some((pattern) => pattern.test(line)));
  const line = lines.at(-1)?.trim();
  if (line === undefined) return undefined;
  const characters = Array.from(line);
  return characters.length > maxCharacters ? `${characters.slice(0, maxCharacters - 1).join("")}…` : line;
}

/** `7 s`, `1 min 05 s`, `1 h 02 min`. @param elapsedMs milliseconds, not negative */
export function formatElapsed(elapsedMs: number): string {
  const seconds = Math.floor(elapsedMs / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  const pad = (value: number): string => String(value).padStart(2, "0");
  return minutes < 60
    ? `${minutes} min ${pad(seconds % 60)} s`
    : `${Math.floor(minutes / 60)} h ${pad(minutes % 60)} min`;
}
