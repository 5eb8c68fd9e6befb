/**
 * Toolchain managers put a program named `rojo` on PATH that looks up, in the project's manifest, which Rojo to run, and
 * downloads it. Such a shim is known by where it lies, by what its link leads to, or by what it says. Pure.
 */

import path from "node:path";

const KINDS = ["rokit", "aftman", "foreman", "mise", "asdf"] as const;

export type ShimKind = (typeof KINDS)[number];

interface Manager {
  /** Variable that names its folder; its shims are in `bin` there (asdf and mise: `shims`). */
  readonly variable: string;
  /** The last two folders of the path of a shim, where no variable moves it. */
  readonly folders: readonly [string, string];
  /** Files that it reads from the working folder and those above, in which a project chooses its tools. */
  readonly manifests: readonly string[];
}

const MANAGERS: Readonly<Record<ShimKind, Manager>> = {
  // Rokit reads the manifests of the two managers before it.
  rokit: {
    variable: "ROKIT_ROOT",
    folders: [".rokit", "bin"],
    manifests: ["rokit.toml", "aftman.toml", "foreman.toml"],
  },
  aftman: { variable: "AFTMAN_ROOT", folders: [".aftman", "bin"], manifests: ["aftman.toml"] },
  foreman: { variable: "FOREMAN_HOME", folders: [".foreman", "bin"], manifests: ["foreman.toml"] },
  mise: {
    variable: "MISE_DATA_DIR",
    folders: ["mise", "shims"],
    manifests: ["mise.toml", ".mise.toml", ".tool-versions"],
  },
  asdf: { variable: "ASDF_DATA_DIR", folders: [".asdf", "shims"], manifests: [".tool-versions"] },
};

/** Variables that shims need of the environment. */
export const SHIM_VARIABLES: readonly string[] = KINDS.map((kind) => MANAGERS[kind].variable);

function manifestNames(kind: ShimKind): readonly string[] {
  return MANAGERS[kind].manifests;
}

export interface ShimPlace {
  /** Absolute path under which the program was found. */
  readonly file: string;
  /** The same with links resolved: shims are links to their manager on some systems. */
  readonly realFile: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
}

export function shimOfPlace({ file, realFile, env, platform }: ShimPlace): ShimKind | undefined {
  const flavor = platform === "win32" ? path.win32 : path.posix;
  const fold = (text: string): string => (platform === "win32" ? text.toLowerCase() : text);
  const program = flavor
    .basename(realFile)
    .replace(/\.exe$/i, "")
    .toLowerCase();
  return KINDS.find((kind) => {
    if (program === kind) return true;
    const { variable, folders } = MANAGERS[kind];
    const root = env[variable];
    const folder = flavor.dirname(file);
    if (root !== undefined && root !== "" && fold(flavor.join(root, folders[1])) === fold(folder)) return true;
    return fold(folders.join(flavor.sep)) === fold(folder.split(flavor.sep).slice(-2).join(flavor.sep));
  });
}

/** What managers say of themselves when they do not run the tool. Rojo's own messages hold none of these words. */
const NAMES = /\b(rokit|aftman|foreman|mise|asdf)\b/i;
const ROKIT_REFUSAL = /in any project manifest/i;

/** The manager that wrote a text, where the text tells. */
export function shimOfText(text: string): ShimKind | undefined {
  const name = NAMES.exec(text)?.[1]?.toLowerCase();
  return KINDS.find((kind) => kind === name) ?? (ROKIT_REFUSAL.test(text) ? "rokit" : undefined);
}

/** Absolute paths in which a manifest of the project may lie: from the working folder up to the workspace, nearest first. */
export function manifestCandidates(
  kind: ShimKind,
  folders: { readonly workspaceRoot: string; readonly projectFolder: string },
  platform: NodeJS.Platform,
): readonly string[] {
  const flavor = platform === "win32" ? path.win32 : path.posix;
  const relative = flavor.relative(folders.workspaceRoot, folders.projectFolder);
  const isBelow = !flavor.isAbsolute(relative) && relative.split(flavor.sep)[0] !== "..";
  const steps = isBelow && relative !== "" ? relative.split(flavor.sep).length : 0;
  const searched = Array.from({ length: steps + 1 }, (_, up) =>
    flavor.join(folders.projectFolder, ...Array.from({ length: up }, () => "..")),
  );
  return searched.flatMap((folder) => manifestNames(kind).map((name) => flavor.join(folder, name)));
}
