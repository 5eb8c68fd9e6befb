/**
 * Which words of a command may name a file whose content is run: scripts given to interpreters, and what variables such
 * as NODE_OPTIONS load. When such a file lies in the project, its content is part of the approval. Pure.
 */

import type { ApprovalCommand } from "./approval-request.ts";

const words = (text: string): string[] => text.trim().split(/\s+/);

const INTERPRETERS = new Set(
  words(`bash bun cmd csh dash deno fish ksh lua luajit luau lune node nodejs osascript perl php powershell pwsh py python pypy
  rscript ruby sh tclsh ts-node tsx wscript cscript zsh env`),
);

const LOADING_VARIABLE =
  /^(?:NODE_OPTIONS|NODE_PATH|BASH_ENV|ENV|ZDOTDIR|PATH|PATHEXT|COMSPEC|SHELL|EDITOR|PAGER|LD_.*|DYLD_.*|PYTHON(?:PATH|HOME|STARTUP)|PERL5(?:LIB|OPT)|RUBY(?:LIB|OPT)|LUA_(?:INIT|PATH|CPATH).*|GIT_.*|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|RUSTC.*|CARGO_.*|npm_config_.*)$/i;

/** True for a variable that makes programs load or find other code. */
export function isLoadingVariable(name: string): boolean {
  return LOADING_VARIABLE.test(name);
}

function isInterpreter(executable: string): boolean {
  const base = executable.split(/[\\/]/).at(-1)?.toLowerCase() ?? "";
  return INTERPRETERS.has(base.replace(/\.(?:exe|cmd|bat|com)$/, "").replace(/[\d.]+$/, ""));
}

/** What interpreters add to the name that they are given: `node tools` runs `tools/index.js`, `lune run x` `lune/x.luau`. */
const IMPLIED_TAILS = words(`
  .js .mjs .cjs .ts .luau .lua .py .ps1 .cmd .bat .sh
  /package.json /index.js /index.mjs /index.cjs /index.ts /init.luau /init.lua /__main__.py`);
const IMPLIED_HEADS = ["lune/", ".lune/"];

/** `--require=./a.js` and `-r./a.js` name a file in their tail. */
function filePartsOf(word: string): string[] {
  const afterSign = word.includes("=") ? [word.slice(word.indexOf("=") + 1)] : [];
  const afterShortFlag = /^-[A-Za-z]./.test(word) ? [word.slice(2)] : [];
  return [word, ...afterSign, ...afterShortFlag];
}

function withImpliedParts(word: string): string[] {
  const asPath = /^[\w.]+$/.test(word) ? [word, word.replaceAll(".", "/")] : [word];
  const placed = asPath.flatMap((name) => [name, ...IMPLIED_HEADS.map((head) => head + name)]);
  return placed.flatMap((name) => [name, ...IMPLIED_TAILS.map((tail) => name + tail)]);
}

/** Words that may be paths of program text, from the command's working folder; most will name no file at all. */
export function programTextCandidates(command: ApprovalCommand): string[] {
  const given = isInterpreter(command.executable) ? command.args : [];
  const loaded = Object.entries(command.env ?? {}).filter(([name]) => isLoadingVariable(name));
  const texts = [...given, ...loaded.map(([, value]) => value)];
  // Also the words of a script in an argument: `sh -c "./tool.sh && ./other.sh"`.
  const parts = texts.flatMap((text) => [text, ...text.split(/[\s:;,&|()<>"']+/)]).flatMap(filePartsOf);
  const names = [...new Set(parts)].filter((word) => word !== "" && word !== "." && !word.startsWith("-"));
  return [...new Set(names.flatMap(withImpliedParts))];
}
