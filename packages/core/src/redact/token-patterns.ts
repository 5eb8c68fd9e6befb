/**
 * Secrets that are known by their shape: keys of providers, JSON Web Tokens, private keys, credentials in URLs. Every
 * pattern is bounded or starts at a rare prefix, so the time is linear in the text. Pure.
 */

import type { Range } from "./ranges.ts";

/**
 * Where a token may begin: not inside a word. A letter of an escape (`\n` in JSON text, `%3D` in a URL, a terminal's
 * colour code) is no part of a word.
 */
const START = String.raw`(?:(?<![A-Za-z0-9])|(?<=\\[a-z])|(?<=\\u[0-9A-Fa-f]{4})|(?<=%[0-9A-Fa-f]{2})|(?<=\x1b\[[0-9;]{0,16}m))`;

interface TokenShape {
  /** One of these is part of each match; a text without them is not searched. */
  readonly prefixes: readonly string[];
  readonly pattern: string;
}

const SHAPES: readonly TokenShape[] = [
  { prefixes: ["sk-"], pattern: "sk-[A-Za-z0-9_-]{8,}" },
  { prefixes: ["k_live_", "k_test_"], pattern: "[a-z]k_(?:live|test)_[A-Za-z0-9]{8,}" },
  { prefixes: ["sk_"], pattern: "sk_[A-Za-z0-9]{20,}" },
  { prefixes: ["whsec_"], pattern: "whsec_[A-Za-z0-9+/=]{16,}" },
  { prefixes: ["AIza"], pattern: "AIza[A-Za-z0-9_-]{20,}" },
  { prefixes: ["ya29."], pattern: String.raw`ya29\.[A-Za-z0-9_-]{16,}` },
  { prefixes: ["GOCSPX-"], pattern: "GOCSPX-[A-Za-z0-9_-]{16,}" },
  { prefixes: ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], pattern: "gh[opusr]_[A-Za-z0-9_]{16,}" },
  { prefixes: ["github_pat_"], pattern: "github_pat_[A-Za-z0-9_]{16,}" },
  {
    prefixes: ["glpat-", "gldt-", "glrt-", "glptt-", "glsoat-"],
    pattern: "gl(?:pat|dt|rt|ptt|soat)-[A-Za-z0-9_-]{16,}",
  },
  { prefixes: ["xox", "xapp-"], pattern: "(?:xox[a-z]|xapp)-[A-Za-z0-9-]{8,}" },
  { prefixes: ["AKIA", "ASIA"], pattern: "A(?:KIA|SIA)[A-Z0-9]{16}(?![A-Za-z0-9])" },
  { prefixes: ["npm_"], pattern: "npm_[A-Za-z0-9]{30,}" },
  { prefixes: ["pypi-"], pattern: "pypi-[A-Za-z0-9_-]{30,}" },
  { prefixes: ["hf_"], pattern: "hf_[A-Za-z0-9]{20,}" },
  { prefixes: ["gsk_"], pattern: "gsk_[A-Za-z0-9]{20,}" },
  { prefixes: ["xai-"], pattern: "xai-[A-Za-z0-9]{20,}" },
  { prefixes: ["pplx-"], pattern: "pplx-[A-Za-z0-9]{20,}" },
  { prefixes: ["r8_"], pattern: "r8_[A-Za-z0-9]{20,}" },
  { prefixes: ["tvly-"], pattern: "tvly-[A-Za-z0-9-]{16,}" },
  { prefixes: ["SG."], pattern: String.raw`SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}` },
  { prefixes: ["WARNING:-DO-NOT-SHARE"], pattern: String.raw`_\|WARNING:-DO-NOT-SHARE[^|]{0,512}\|_[A-Za-z0-9._-]*` },
];

const TOKENS: readonly { readonly prefixes: readonly string[]; readonly pattern: RegExp }[] = SHAPES.map(
  ({ prefixes, pattern }) => ({ prefixes, pattern: new RegExp(START + pattern, "g") }),
);

/** Also matches what has no second part, so that a long run of `eyJ-` is gone through once and not from each of its starts. */
const JSON_WEB_TOKEN = new RegExp(
  String.raw`${START}eyJ[A-Za-z0-9_-]{8,}(\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*){0,3})?`,
  "g",
);

/** What follows is the token. A word of letters only is prose ("bearer authentication"), unless it is long. */
const BEARER = /(?<=\bbearer[ \t]{1,8})(?=[A-Za-z]{0,19}[\d._~+/=-]|[A-Za-z]{20})[A-Za-z0-9._~+/=-]{8,}/gi;
const BASIC = /(?<=\bbasic[ \t]{1,8})[A-Za-z0-9+/_-]{8,4096}={0,2}/gi;
const URL_USER = /(?<=\b([a-z][a-z0-9+.-]{0,31}):\/\/)[^\s/?#"'`<>\\]{1,1024}(?=@)/gi;
const ENCODED_QUERY = /(?<=%(?:3F|26)[A-Za-z0-9_.-]{0,32}(?:key|token|secret|password|signature)%3D)[^\s"'`<>&%]+/gi;
/** These are often written without the escapes that a slash in a password needs. */
const DATABASE_LOGIN =
  /(?<=\b(?:postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|rediss?|amqps?):\/\/)[^\s:/@"'`<>\\]{0,256}:[^\s@"'`<>\\]{1,1024}(?=@)/gi;
/** `curl -u name:password`. */
const CURL_LOGIN = /(?<=\bcurl\b[^\n]{0,512}\s(?:-u|--user|--proxy-user)[\s=]{0,4}["']?[^\s:"']{0,128}:)[^\s"']+/g;
/** A line of .netrc. */
const NETRC_LOGIN = /(?<=\blogin\s{1,8}\S{1,128}\s{1,8}password\s{1,8})\S+/g;
const PEM_BEGIN = /-----BEGIN [A-Z0-9 ]{0,64}PRIVATE KEY(?: BLOCK)?-----/g;
const PEM_END = /-----END [A-Z0-9 ]{0,64}PRIVATE KEY(?: BLOCK)?-----/g;

const rangeOf = (match: RegExpExecArray): Range => ({ start: match.index, end: match.index + match[0].length });

function decodesToLogin(text: string): boolean {
  return /^[\x20-\x7e]*:[\x20-\x7e]*$/.test(Buffer.from(text, "base64").toString("latin1"));
}

/** `git@` and the like before a host is a public name, in schemes that carry no token there. */
function isPublicUser(scheme: string | undefined, user: string): boolean {
  return !user.includes(":") && !/^(?:https?|wss?|ftp)$/i.test(scheme ?? "");
}

function privateKeyRanges(text: string): Range[] {
  const ranges: Range[] = [];
  let begin = new RegExp(PEM_BEGIN);
  for (let match = begin.exec(text); match !== null; match = begin.exec(text)) {
    const end = new RegExp(PEM_END);
    end.lastIndex = begin.lastIndex;
    const closing = end.exec(text);
    // Without its end, the key may have been cut off anywhere.
    const stop = closing === null ? text.length : end.lastIndex;
    ranges.push({ start: match.index, end: stop });
    begin = new RegExp(PEM_BEGIN);
    begin.lastIndex = stop;
  }
  return ranges;
}

/** Places of secrets that are known by their shape. */
export function tokenRanges(text: string): Range[] {
  const ranges = privateKeyRanges(text);
  for (const { prefixes, pattern } of TOKENS) {
    if (!prefixes.some((prefix) => text.includes(prefix))) continue;
    for (const match of text.matchAll(pattern)) ranges.push(rangeOf(match));
  }
  if (text.includes("eyJ")) {
    for (const match of text.matchAll(JSON_WEB_TOKEN)) if (match[1] !== undefined) ranges.push(rangeOf(match));
  }
  if (text.includes("curl")) for (const match of text.matchAll(CURL_LOGIN)) ranges.push(rangeOf(match));
  if (text.includes("password")) for (const match of text.matchAll(NETRC_LOGIN)) ranges.push(rangeOf(match));
  for (const match of text.matchAll(BEARER)) ranges.push(rangeOf(match));
  for (const match of text.matchAll(BASIC)) if (decodesToLogin(match[0])) ranges.push(rangeOf(match));
  if (text.includes("://")) {
    for (const match of text.matchAll(DATABASE_LOGIN)) ranges.push(rangeOf(match));
    for (const match of text.matchAll(URL_USER)) if (!isPublicUser(match[1], match[0])) ranges.push(rangeOf(match));
  }
  if (text.includes("%")) for (const match of text.matchAll(ENCODED_QUERY)) ranges.push(rangeOf(match));
  return ranges;
}
