/**
 * The lines of a .gitignore, .ignore or .rgignore as rules, read as ripgrep reads them (ignore 0.4.24, gitignore.rs): in
 * some corners that is not what git does. Always case-sensitive. Pure.
 */

import { compileGlob, type GlobCandidate, type GlobMatcher } from "./glob-program.ts";
import { parseGlob } from "./glob-tokens.ts";

export interface IgnoreRule {
  readonly matches: GlobMatcher;
  /** `!`: what an earlier rule ignores is taken back. */
  readonly isKept: boolean;
  readonly isFolderOnly: boolean;
}

export type IgnoreVerdict = "ignored" | "kept" | undefined;

const MAX_RULES = 10_000;
/** White_Space of Unicode, which Rust trims. */
const TRAILING_SPACE = /[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+$/;

/** The glob of one line, or undefined for a comment or nothing. */
function globOfLine(line: string): { glob: string; isKept: boolean; isFolderOnly: boolean } | undefined {
  if (line.startsWith("#")) return undefined;
  let rest = line.endsWith("\\ ") ? line : line.replace(TRAILING_SPACE, "");
  if (rest === "") return undefined;
  let isKept = false;
  let isAnchored = false;
  if (/^\\[!#]/.test(rest)) rest = rest.slice(1);
  else {
    isKept = rest.startsWith("!");
    if (isKept) rest = rest.slice(1);
    isAnchored = rest.startsWith("/");
    if (isAnchored) rest = rest.slice(1);
  }
  const isFolderOnly = rest.endsWith("/");
  if (isFolderOnly) rest = rest.slice(0, -1).replace(/\\$/, "");
  let glob = rest;
  if (!isAnchored && !glob.includes("/") && glob !== "**") glob = `**/${glob}`;
  if (glob.endsWith("/**")) glob = `${glob}/*`;
  return { glob, isKept, isFolderOnly };
}

/** The rule of a line; undefined for a comment, an empty line, or a glob that ripgrep refuses. */
export function parseIgnoreLine(line: string, allowsUnclosedClass = true): IgnoreRule | undefined {
  const parts = globOfLine(line);
  if (parts === undefined) return undefined;
  const tokens = parseGlob(parts.glob, allowsUnclosedClass);
  if (tokens === undefined) return undefined;
  return { matches: compileGlob(tokens), isKept: parts.isKept, isFolderOnly: parts.isFolderOnly };
}

/** All rules of an ignore file, up to the first line that is no UTF-8. */
export function parseIgnoreFile(bytes: Buffer): readonly IgnoreRule[] {
  const rules: IgnoreRule[] = [];
  for (const line of validLines(bytes)) {
    const rule = parseIgnoreLine(line);
    if (rule !== undefined) rules.push(rule);
    if (rules.length === MAX_RULES) break;
  }
  return rules;
}

function validLines(bytes: Buffer): readonly string[] {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const decode = (part: Buffer): string | undefined => {
    try {
      return decoder.decode(part);
    } catch {
      // A fatal decoder throws for nothing but bytes that are no UTF-8.
      return undefined;
    }
  };
  const whole = decode(bytes);
  const text = whole ?? validStart(bytes, decode);
  return text
    .replace(/^\uFEFF+/, "")
    .split("\n")
    .map((line) => line.replace(/\r$/, ""));
}

function validStart(bytes: Buffer, decode: (part: Buffer) => string | undefined): string {
  const lines: string[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(0x0a, start);
    const line = decode(bytes.subarray(start, end === -1 ? bytes.length : end));
    if (line === undefined || end === -1) break;
    lines.push(line);
    start = end + 1;
  }
  return lines.join("\n");
}

/** What the last rule that matches says. */
export function judgeByRules(rules: readonly IgnoreRule[], candidate: GlobCandidate, isFolder: boolean): IgnoreVerdict {
  const rule = rules.findLast((one) => (isFolder || !one.isFolderOnly) && one.matches(candidate));
  return rule === undefined ? undefined : rule.isKept ? "kept" : "ignored";
}
