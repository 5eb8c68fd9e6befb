/**
 * Which words of a command may name a file whose content is run: scripts given to interpreters, and what variables such
 * as NODE_OPTIONS load. When such a file lies in the project, its content is part of the approval. Pure.
 */

import type { ApprovalCommand } from "./approval-request.ts";

const words = (text: string): string[] => text.trim().split(/\s+/);

/** Programs that run a file which they are given, themselves or by starting another program. */
const INTERPRETERS = new Set(
  words(`awk bash bun busybox bunx cmd csh cscript dash deno dotnet expect fish gawk gmake guile java javaw julia just ksh lua
  luajit luau lune make mawk mono node nodejs npm npx osascript perl php pnpm pnpx powershell pwsh py pypy python r rscript
  ruby sed sh tclsh ts-node tsx uv uvx wine wscript yarn zsh
  chrt doas entr env find flock ionice nice nohup parallel script setsid stdbuf strace sudo taskset time timeout unshare
  watch xargs`),
);

/** Files of the working folder that say what these programs run, without being named. */
const IMPLIED_FILES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    bun: ["package.json"],
    deno: ["deno.json", "deno.jsonc", "package.json"],
    gmake: ["GNUmakefile", "makefile", "Makefile"],
    just: ["justfile", "Justfile", ".justfile"],
    make: ["GNUmakefile", "makefile", "Makefile"],
    node: ["package.json"],
    npm: ["package.json"],
    pnpm: ["package.json"],
    yarn: ["package.json"],
  }),
);

/** What is program text whoever is given it. */
const PROGRAM_FILE = /\.(?:bash|bat|cjs|cmd|com|dll|dylib|exe|jar|js|mjs|pl|ps1|py|rb|sh|so|wasm)$/i;

const LOADING_VARIABLES = words(`
  BASHOPTS BASH_ENV BASH_FUNC_.* BROWSER BUN_.* CARGO_.* CC CLASSPATH COMSPEC CORECLR_.* COR_.* CXX DENO_.* DOTNET_.* DYLD_.*
  EDITOR ENV GCONV_PATH GIT_.* GOFLAGS GRADLE_OPTS JAVA_OPTS JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS JULIA_LOAD_PATH LD_.*
  LESSCLOSE LESSOPEN LUA_(?:INIT|PATH|CPATH).* MAKEFILES MAKEFLAGS MANPAGER MAVEN_OPTS NODE_OPTIONS NODE_PATH
  NODE_REPL_EXTERNAL_MODULE OPENSSL_(?:CONF|ENGINES|MODULES) PAGER PATH PATHEXT PERL5(?:DB|LIB|OPT) PHPRC PHP_INI_SCAN_DIR
  PIP_.* PNPM_.* PROMPT_COMMAND PS[0-4] PYTHON(?:BREAKPOINT|HOME|INSPECT|PATH|STARTUP|USERBASE|WARNINGS) R_PROFILE.*
  RUBY(?:LIB|OPT) RUSTC.* SHELL SHELLOPTS SSH_ASKPASS SUDO_ASKPASS TCLLIBPATH UV_.* VISUAL XDG_CONFIG_(?:DIRS|HOME) YARN_.*
  ZDOTDIR _JAVA_OPTIONS npm_config_.*`);
const LOADING_VARIABLE = new RegExp(`^(?:${LOADING_VARIABLES.join("|")})$`, "i");

/** True for a variable that makes programs load or find other code. */
export function isLoadingVariable(name: string): boolean {
  return LOADING_VARIABLE.test(name);
}

/** `C:\\Python\\python3.12.EXE` is `python`. */
function programNameOf(file: string): string {
  const base = file.split(/[\\/]/).at(-1)?.toLowerCase() ?? "";
  return base.replace(/\.(?:exe|cmd|bat|com)$/, "").replace(/[\d.]+$/, "");
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

/** The words of a text that a shell or loader may take apart, such as `sh -c "./tool.sh && ./other.sh"`. */
function partsOf(given: string): string[] {
  const text = given.replaceAll(/\$(?:PWD|\{PWD\})(?=\/)/g, ".");
  const quoted = Array.from(text.matchAll(/"([^"]*)"|'([^']*)'/g), ([, double, single]) => double ?? single ?? "");
  const unescaped = text.split(/(?<!\\)\s+/).map((word) => word.replaceAll(/\\(.)/g, "$1"));
  const parts = [text, ...quoted, ...unescaped, ...text.split(/[\s:;,&|()<>{}`"']+/)].flatMap(filePartsOf);
  return parts.flatMap((part) => [
    part,
    // Lua's and Java's `@file`, and file URLs.
    ...(part.startsWith("@") ? [part.slice(1)] : []),
    ...(part.includes("%") ? [withoutUrlEscapes(part)] : []),
  ]);
}

function withoutUrlEscapes(text: string): string {
  return text.replaceAll(/%([2-7][0-9A-F])/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
}

/**
 * Words that may be paths of program text, from the command's working folder; most will name no file at all.
 * @param realExecutable the program with links resolved: a link of any name may lead to an interpreter
 */
export function programTextCandidates(command: ApprovalCommand, realExecutable: string = command.executable): string[] {
  const programs = [command.executable, realExecutable].map(programNameOf);
  const isInterpreter = programs.some((name) => INTERPRETERS.has(name));
  const loaded = Object.entries(command.env ?? {}).filter(([name]) => isLoadingVariable(name));
  const given = command.args.flatMap(partsOf);
  const parts = [
    ...(isInterpreter ? given : given.filter((part) => PROGRAM_FILE.test(part))),
    ...loaded.flatMap(([, value]) => partsOf(value)),
  ];
  const names = [...new Set(parts)].filter((word) => word !== "" && !word.startsWith("-"));
  // `node` itself reads it for `node --run` only, which is named by a flag.
  const started = isInterpreter ? [...programs, ...names.map(programNameOf)] : [];
  const hasRun = command.args.includes("--run");
  const implied = started.flatMap((name) => (name === "node" && !hasRun ? [] : (IMPLIED_FILES.get(name) ?? [])));
  return [...new Set([...names.flatMap(withImpliedParts), ...implied])];
}
