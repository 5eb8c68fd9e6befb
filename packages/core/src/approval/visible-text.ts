/** Makes text from a repository safe to show: what is invisible, moves the cursor or changes direction becomes an escape. Pure. */

/**
 * Control, format, private and unassigned characters, separators other than the plain space, everything that renderers
 * leave out, and stacks of combining marks.
 */
const UNSAFE =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}|\p{M}{2,}|(?<=^|[ "'=/\\])\p{M}/gu;
/** Two spaces in a row could push text to where another line is expected. */
const SPACE_RUN = / {2,}/g;
const PLAIN_WORD = /^[\p{L}\p{M}\p{N}_\-./:=@%+,~\\]+$/u;

const SHORT_ESCAPES: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escapeCharacter(character: string): string {
  const short = SHORT_ESCAPES[character];
  if (short !== undefined) return short;
  const code = character.codePointAt(0) ?? 0;
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u{${code.toString(16)}}`;
}

/** `text` with every unsafe character as an escape such as `\n`, `\x1b` or `\u{202e}`. Holds no line break. */
export function visibleText(text: string): string {
  return text
    .replace(UNSAFE, (found) => Array.from(found, escapeCharacter).join(""))
    .replace(SPACE_RUN, (run) => "\\x20".repeat(run.length));
}

/** One argument, quoted unless it is a plain word, so that where it begins and ends is never in doubt. */
export function visibleWord(word: string): string {
  const visible = visibleText(word);
  if (visible === word && PLAIN_WORD.test(word)) return word;
  return `"${visibleText(word.replaceAll("\\", "\\\\").replaceAll('"', '\\"'))}"`;
}

/** `visibleText`, cut to `maxCharacters` with a note; for messages, not for what is to be approved. */
export function visibleSummary(text: string, maxCharacters: number): string {
  const visible = visibleText(text.slice(0, maxCharacters * 2));
  return visible.length > maxCharacters || text.length > maxCharacters * 2
    ? `${visible.slice(0, maxCharacters)}…`
    : visible;
}
