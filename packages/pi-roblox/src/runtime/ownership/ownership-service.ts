/** Answers who owns a file or an instance: gathers what is known, and has the resolver decide. */

import { existsSync } from "node:fs";
import path from "node:path";
import { isInside } from "pi-extension-core/fs";
import type { Clock } from "pi-extension-core/seams";
import { type FileOnDisk, lookAtFile } from "../../backends/files/file-facts.ts";
import { absoluteFile, type FileNaming, fileKey } from "../../datamodel/file-key.ts";
import type { InstanceMap } from "../../datamodel/instance-map.ts";
import { parseInstancePath } from "../../datamodel/instance-path-text.ts";
import { defaultFolders, type OwnershipEvidence, type WouldBe } from "../../ownership/resolve/evidence.ts";
import type { Ownership, OwnershipTarget } from "../../ownership/resolve/ownership.ts";
import { compilePatterns } from "../../ownership/resolve/path-patterns.ts";
import { resolveOwnership } from "../../ownership/resolve/resolve-ownership.ts";
import type { RobloxConfig } from "../config/schema.ts";
import { readTarget } from "../targets/read-target.ts";

/** What the maps say now. */
export interface CurrentMaps {
  readonly maps: readonly InstanceMap[];
  /** Absent where the project cannot be read. */
  readonly wouldBe: ((file: string) => WouldBe) | undefined;
}

export interface OwnershipServiceOptions {
  /** Absolute folder of the workspace. */
  readonly root: string;
  /** The same as the user spells it. */
  readonly cwd: string;
  readonly configDirName: string;
  readonly naming: FileNaming;
  readonly config: RobloxConfig;
  /** False in mode studio-only. */
  readonly hasRojoProject: boolean;
  readonly clock: Clock;
}

type Fixed = Pick<OwnershipEvidence, "hasRojoProject" | "naming" | "workspace" | "settings">;

function fixedEvidence({ root, configDirName, naming, config, hasRojoProject }: OwnershipServiceOptions): Fixed {
  const { rojo, ownership } = config;
  return {
    hasRojoProject,
    naming,
    workspace: defaultFolders(root, configDirName, naming),
    settings: {
      studioOwnedRoots: ownership.studioOwnedRoots.map((text) => parseInstancePath(text)),
      generated: compilePatterns(rojo.generatedPatterns, naming.isCaseSensitive),
      dependencies: compilePatterns(rojo.dependencyPatterns, naming.isCaseSensitive),
      includeNonScripts: rojo.includeNonScripts,
    },
  };
}

/** Files whose state on disk the decision may ask for. */
function filesInQuestion(target: OwnershipTarget, root: string, naming: FileNaming, maps: readonly InstanceMap[]) {
  if (target.kind === "file") return [absoluteFile(root, target.file, naming)];
  return maps.flatMap((map) => map.at(target.path).flatMap(({ files }) => files));
}

export class OwnershipService {
  readonly #options: OwnershipServiceOptions;
  readonly #fixed: Fixed;

  /** @throws INSTANCE_PATH_INVALID, CONFIG_INVALID for roots and patterns of the configuration that cannot be read */
  constructor(options: OwnershipServiceOptions) {
    this.#options = options;
    this.#fixed = fixedEvidence(options);
  }

  /** @throws INSTANCE_PATH_INVALID */
  readTarget(input: string | readonly string[]): OwnershipTarget {
    const { root, cwd } = this.#options;
    const target = readTarget(input, (relative) => existsSync(path.join(root, relative)));
    if (target.kind === "instance" || !path.isAbsolute(target.file) || !isInside(cwd, target.file)) return target;
    return { kind: "file", file: path.join(root, path.relative(cwd, target.file)) };
  }

  async resolve(target: OwnershipTarget, { maps, wouldBe }: CurrentMaps): Promise<Ownership> {
    const { root, naming, clock } = this.#options;
    const facts = new Map<string, FileOnDisk>();
    for (const file of filesInQuestion(target, root, naming, maps)) {
      const key = fileKey(file, naming);
      if (!facts.has(key)) facts.set(key, await lookAtFile(root, file));
    }
    return resolveOwnership(target, {
      ...this.#fixed,
      maps,
      nowMs: clock.now(),
      factsOf: (file) => facts.get(fileKey(file, naming)),
      wouldBe,
    });
  }
}
