/** Which artifacts a caller means by the names it gives. Pure. */

import nodePath from "node:path";
import { stripAtPrefix } from "pi-extension-core/fs";
import { type Artifact, type Manifest, pathKey } from "./manifest.ts";

export interface NameBase {
  /** Absolute project root, which SYNC.json's paths are relative to. */
  readonly root: string;
  /** Absolute working directory, which other tools' paths are relative to. */
  readonly cwd: string;
}

export interface NamedArtifact {
  /** As given. */
  readonly name: string;
  readonly artifact: Artifact | undefined;
}

function candidateKeys(name: string, base: NameBase, flavor: nodePath.PlatformPath): readonly string[] {
  const written = name.trim();
  return [written, stripAtPrefix(written)].flatMap((path) =>
    [base.root, base.cwd].map((folder) => {
      const relative = flavor.relative(base.root, flavor.resolve(folder, path));
      return pathKey(relative.split(flavor.sep).join("/"));
    }),
  );
}

/**
 * Finds each named artifact: by its path from the project root, else from the working directory, or by an absolute path.
 * A leading `@`, as models write it, does not count, unless a tracked name has it.
 */
export function selectArtifacts(
  manifest: Manifest,
  names: readonly string[],
  base: NameBase,
  flavor: nodePath.PlatformPath = nodePath,
): readonly NamedArtifact[] {
  const byKey = new Map(manifest.artifacts.map((artifact) => [artifact.key, artifact]));
  return names.map((name) => {
    const key = candidateKeys(name, base, flavor).find((candidate) => byKey.has(candidate));
    return { name, artifact: key === undefined ? undefined : byKey.get(key) };
  });
}
