/** Reads the configuration of a workspace. */

import path from "node:path";
import { coreError, hasCode } from "pi-extension-core/errors";
import { type Fingerprint, hashBytes, readRegularFile, refuseSymlinks } from "pi-extension-core/fs";
import { defaultConfig, parseConfig } from "./parse-config.ts";
import type { RobloxConfig } from "./schema.ts";

const FILE_NAME = "roblox.json";
const MAX_BYTES = 1_000_000;

export interface LoadedConfig {
  readonly config: RobloxConfig;
  /** Of the file's bytes; undefined where there is no file and the defaults hold. */
  readonly fingerprint: Fingerprint | undefined;
  /** Sections of the file that are checked, and not used by this version. */
  readonly unusedSections: readonly string[];
}

/** What they are for comes with later versions: Studio, transactions, checks and playtests. */
const LATER = ["studio", "validation", "scenarios", "checkpoints", "audit"];

/** @param root absolute folder of the workspace @param configDirName Pi's folder in a project, `.pi` */
export function configFileOf(root: string, configDirName: string): string {
  return path.join(root, configDirName, FILE_NAME);
}

function decode(bytes: Uint8Array, source: string): string {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  if (!text.includes("\uFFFD")) return text;
  throw coreError("JSON_INVALID", `${source} is not UTF-8 text`, { hint: "Save it as UTF-8.", data: { source } });
}

/**
 * A link on the way to the file is refused: a repository could show another project's configuration as its own.
 * @throws CONFIG_INVALID, JSON_INVALID, LIMIT_EXCEEDED, FILE_INVALID, SYMLINK_REFUSED
 */
export async function loadConfig(root: string, configDirName: string): Promise<LoadedConfig> {
  const file = configFileOf(root, configDirName);
  const source = `${configDirName}/${FILE_NAME}`;
  let bytes: Buffer;
  try {
    await refuseSymlinks(root, file);
    bytes = await readRegularFile(file, MAX_BYTES);
  } catch (error) {
    if (hasCode(error, "NOT_FOUND")) return { config: defaultConfig(), fingerprint: undefined, unusedSections: [] };
    throw error;
  }
  const { config, sections } = parseConfig(decode(bytes, source), source);
  return { config, fingerprint: hashBytes(bytes), unusedSections: LATER.filter((name) => sections.includes(name)) };
}
