/** Which of the files that a sourcemap lists for an instance is its source. Pure. */

/**
 * The order in which Rojo looks for the file that turns a folder into something else; not the order in which a sourcemap
 * lists them. Source: Rojo 7.7.1 snapshot_middleware/mod.rs, get_dir_middleware.
 */
const INIT_FILES: readonly string[] = [
  "init.luau",
  "init.lua",
  "init.server.luau",
  "init.server.lua",
  "init.client.luau",
  "init.client.lua",
  "init.plugin.lua",
  "init.plugin.luau",
  "init.csv",
];

const META = /\.meta\.jsonc?$/;
const PROJECT = /\.project\.jsonc?$/;
const FOLDER_META = /^init\.meta\.jsonc?$/;

/** Binary or XML models, whose contents Rojo reads but no text tool should edit. */
export const MODEL_FILE = /\.rbxmx?$/;
/** Model files of any kind: what is below the instance comes from inside the file. */
export const ANY_MODEL_FILE = /\.(?:rbxmx?|model\.jsonc?)$/;

/** @param separator of the platform */
function baseName(file: string, separator: string): string {
  return file.slice(file.lastIndexOf(separator) + 1);
}

function folderName(file: string, separator: string): string {
  return file.slice(0, file.lastIndexOf(separator));
}

export function isMetaFile(file: string): boolean {
  return META.test(file);
}

export function isProjectFile(file: string): boolean {
  return PROJECT.test(file);
}

/**
 * The file whose text becomes the Source or data of the instance. Undefined for folders, for project nodes, and where
 * several files could be it.
 *
 * @param files as listed, absolute @param separator of the platform
 */
export function sourceFileOf(files: readonly string[], separator: string): string | undefined {
  const candidates = files.filter((file) => !META.test(file) && !PROJECT.test(file));
  const [first] = candidates;
  if (first === undefined || candidates.length === 1) return first;
  const ranked = candidates.map((file) => ({ file, rank: INIT_FILES.indexOf(baseName(file, separator)) }));
  const folder = folderName(first, separator);
  const areInitsOfOneFolder = ranked.every(({ file, rank }) => rank >= 0 && folderName(file, separator) === folder);
  return areInitsOfOneFolder ? ranked.toSorted((a, b) => a.rank - b.rank)[0]?.file : undefined;
}

/** The folder that the files say the instance is; undefined where they do not tell, as for a plain folder. */
export function folderOf(files: readonly string[], separator: string): string | undefined {
  const inside = files.find((file) => {
    const name = baseName(file, separator);
    return INIT_FILES.includes(name) || FOLDER_META.test(name);
  });
  return inside === undefined ? undefined : folderName(inside, separator);
}
