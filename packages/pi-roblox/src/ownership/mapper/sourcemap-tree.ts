/** The mapped tree in the form of `rojo sourcemap --include-non-scripts`, to compare the two. Pure. */

import type { MapNode } from "./map-node.ts";
import { RustPath } from "./rust-path.ts";

export interface SourcemapNode {
  readonly name: string;
  /** Null where the mapper cannot know it. */
  readonly className: string | null;
  readonly filePaths?: readonly string[];
  readonly children?: readonly SourcemapNode[];
  /** Present where there may be more children than these. */
  readonly isOpaque?: true;
}

/** What Rojo 7.7.1 writes when the root of the project is an optional path to nothing. */
const NO_ROOT: SourcemapNode = { name: "DEFAULT", className: "DEFAULT" };

/** @param projectFolder absolute, without links: paths are relative to it */
export function toSourcemapTree(
  root: MapNode | undefined,
  projectFolder: string,
  platform: NodeJS.Platform,
): SourcemapNode {
  if (root === undefined) return NO_ROOT;
  const rust = new RustPath(platform);
  const convert = ({ name, className, files, children, isOpaque }: MapNode): SourcemapNode => ({
    name,
    className: className ?? null,
    ...(files.length === 0 ? {} : { filePaths: files.map((file) => listed(file, projectFolder, rust)) }),
    ...(children.length === 0 ? {} : { children: children.map(convert) }),
    ...(isOpaque ? { isOpaque } : {}),
  });
  return convert(root);
}

/** Rojo turns every backslash into a slash, also where it belongs to a name. */
function listed(file: string, folder: string, rust: RustPath): string {
  return (rust.relativeTo(file, folder) ?? file).replaceAll("\\", "/");
}
