/** Rules on one file's size, name and text. Pure. */

const MAX_LINES = { source: 400, test: 600, entry: 40 };
const VAGUE_NAME = /(^|\/)(utils?|helpers?|common|misc)\.(ts|mjs|luau)$|V\d\.(ts|mjs)$/;
// Written in pieces so that this file does not match itself.
const MACHINE_PATH = new RegExp(`(?<![\\w.~-])/(${["work", "farm", "root", "home/\\w+"].join("|")})/`);
/** @type {[RegExp, string][]} */
const PURE_FORBIDDEN = [
  [
    /from ["']node:(fs|fs\/promises|child_process|net|http|https|os|worker_threads|timers\/promises)["']/,
    "imports an effect module",
  ],
  [/\bDate\.now\(|\bnew Date\(\)/, "reads the clock"],
  [/\bMath\.random\(|\brandomUUID\(|\brandomBytes\(/, "is random"],
  [/\bprocess\.(env|cwd|argv|pid|platform)\b/, "reads the process"],
];

const isCode = (path) => /\.(ts|mjs|luau)$/.test(path);
const isSource = (path) => /^packages\/[^/]+\/src\//.test(path);

function sizeProblem(path, text) {
  const lines = text.split("\n").length - 1;
  if (/^packages\/pi-[^/]+\/src\/index\.ts$/.test(path))
    return lines > MAX_LINES.entry ? `${lines} lines, an entry has at most ${MAX_LINES.entry}` : undefined;
  if (/\/(tables|data)\//.test(path)) return undefined;
  const limit = /\/test\//.test(path) ? MAX_LINES.test : MAX_LINES.source;
  return lines > limit ? `${lines} lines, the limit is ${limit}` : undefined;
}

/** A file whose header comment says `Pure.` must be so. */
function purityProblem(path, text) {
  if (!isSource(path)) return undefined;
  const header = /^\/\*\*[\s\S]*?\*\//.exec(text);
  if (header === null || !/\bPure\b/.test(header[0])) return undefined;
  const found = PURE_FORBIDDEN.find(([pattern]) => pattern.test(text.slice(header[0].length)));
  return found === undefined ? undefined : `its header says Pure, but it ${found[1]}`;
}

/** Problems of one tracked text file. @param {string} path from the repository root @param {string} text */
export function checkFile(path, text) {
  const problems = [];
  if (MACHINE_PATH.test(text)) problems.push("holds an absolute path of a machine");
  if (isCode(path)) {
    if (VAGUE_NAME.test(path)) problems.push("has a name that says nothing");
    problems.push(sizeProblem(path, text), purityProblem(path, text));
    if (isSource(path) && /^(?!\s*(\*|\/\/|\/\*)).*instanceof CodedError/m.test(text))
      problems.push("uses instanceof CodedError; use isCodedError");
    if (/\b(it|test|describe)\.(only|skip)\(/.test(text)) problems.push("holds a test that is switched off or alone");
  }
  return problems.filter((problem) => problem !== undefined).map((problem) => `${path}: ${problem}`);
}
