/**
 * Paths as Rust's `std::path` handles them, where that differs from Node: joining keeps `.` and `..`, and names are
 * compared one by one. Globs and sourcemaps see these texts, so they must be the same. Pure.
 */

import path from "node:path";

export class RustPath {
  readonly separator: string;
  readonly #isWindows: boolean;

  constructor(platform: NodeJS.Platform) {
    this.#isWindows = platform === "win32";
    this.separator = this.#isWindows ? "\\" : "/";
  }

  /** `Path::join`: nothing is resolved. @param folder absolute */
  join(folder: string, file: string): string {
    if (this.#isWindows) {
      const { root } = path.win32.parse(file);
      if (root === "\\" || root === "/") return `${path.win32.parse(folder).root.slice(0, 2)}${file}`;
      if (root !== "") return file;
    } else if (file.startsWith("/")) return file;
    return this.#isSeparator(folder.at(-1)) ? `${folder}${file}` : `${folder}${this.separator}${file}`;
  }

  /** `Path::file_name`: undefined for a root and for a path that ends in `..`. */
  fileName(file: string): string | undefined {
    const last = this.#components(file).at(-1);
    return last === undefined || last.name === ".." || last.isRoot ? undefined : last.name;
  }

  /** `Path::parent`, without trailing separators. */
  parent(file: string): string {
    const last = this.#components(file).at(-1);
    if (last === undefined || last.isRoot) return file;
    let end = last.start;
    while (end > 1 && this.#isSeparator(file[end - 1]) && !this.#endsRoot(file, end)) end -= 1;
    return file.slice(0, end);
  }

  /** `Path::file_stem` of a name: what is before the last dot, unless the name begins with that dot. */
  fileStem(name: string): string {
    const dot = name.lastIndexOf(".");
    return dot <= 0 || name === ".." ? name : name.slice(0, dot);
  }

  /** `Path::strip_prefix`: the rest as it is written, or undefined where `file` is not below `base`. */
  stripPrefix(file: string, base: string): string | undefined {
    const parts = this.#components(file);
    const prefix = this.#components(base);
    if (!prefix.every(({ name }, index) => this.#isSame(parts[index]?.name, name))) return undefined;
    const rest = parts[prefix.length];
    const last = parts.at(-1);
    return rest === undefined || last === undefined ? "" : file.slice(rest.start, last.start + last.name.length);
  }

  /** `pathdiff::diff_paths`, with `/` between names. Undefined where `base` goes up. */
  relativeTo(file: string, base: string): string | undefined {
    const parts = this.#components(file).map(({ name }) => name);
    const prefix = this.#components(base).map(({ name }) => name);
    let shared = 0;
    while (shared < parts.length && shared < prefix.length && parts[shared] === prefix[shared]) shared += 1;
    const up = prefix.slice(shared);
    if (up.includes("..")) return undefined;
    return [...up.map(() => ".."), ...parts.slice(shared)].join("/");
  }

  /** Without separators at the end, where they are not the root. */
  withoutEnd(file: string): string {
    const last = this.#components(file).at(-1);
    if (last === undefined || last.isRoot || !this.#isSeparator(file.at(-1))) return file;
    let end = file.length;
    while (this.#isSeparator(file[end - 1])) end -= 1;
    return file.slice(0, end);
  }

  /** The folders that must exist for each `..` in the path to lead anywhere. */
  foldersLeft(file: string): readonly string[] {
    // Most paths have none, and this is asked of all.
    if (!file.includes("..")) return [];
    return this.#components(file)
      .filter(({ name }) => name === "..")
      .map(({ start }) => file.slice(0, start - 1));
  }

  #isSeparator(character: string | undefined): boolean {
    return character === "/" || (this.#isWindows && character === "\\");
  }

  #endsRoot(file: string, end: number): boolean {
    return this.#isWindows && end <= path.win32.parse(file).root.length;
  }

  #isSame(a: string | undefined, b: string): boolean {
    // Only the drive is compared without case.
    return a === b || (this.#isWindows && /^[a-z]:/i.test(b) && a?.toLowerCase() === b.toLowerCase());
  }

  /** Empty names and `.` are left out. */
  #components(file: string): { readonly name: string; readonly start: number; readonly isRoot: boolean }[] {
    const root = this.#isWindows ? path.win32.parse(file).root : file.startsWith("/") ? "/" : "";
    const components = root === "" ? [] : [{ name: root.replaceAll("/", this.separator), start: 0, isRoot: true }];
    let start = root.length;
    for (let index = root.length; index <= file.length; index += 1) {
      if (index < file.length && !this.#isSeparator(file[index])) continue;
      const name = file.slice(start, index);
      if (name !== "" && name !== ".") components.push({ name, start, isRoot: false });
      start = index + 1;
    }
    return components;
  }
}
