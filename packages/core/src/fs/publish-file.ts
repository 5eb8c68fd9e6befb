/** Makes a staged file visible under its name, in one step. */

import { link, open, rename, unlink } from "node:fs/promises";
import { errnoOf } from "../errors/index.ts";
import { type RenameOptions, renameWithRetry } from "./rename-retry.ts";
import { alreadyThere } from "./write-failure.ts";

/** What file systems without hard links answer. */
export const NO_LINKS: ReadonlySet<string> = new Set(["EPERM", "ENOTSUP", "ENOSYS", "EOPNOTSUPP", "EMLINK"]);

/** The calls that make a new file visible and durable; replaced in tests to see them fail. */
export interface AtomicWriteOperations {
  rename(from: string, to: string): Promise<void>;
  link(existing: string, created: string): Promise<void>;
  syncFolder(folder: string): Promise<void>;
}

export interface PublishOptions extends RenameOptions {
  readonly link?: AtomicWriteOperations["link"] | undefined;
}

export async function publishOver(staged: string, file: string, options: PublishOptions): Promise<void> {
  await renameWithRetry(staged, file, { rename, ...options });
}

/**
 * The name must be free: `link` fails on a taken one, unlike `rename`. The staged name may remain.
 * @throws ALREADY_EXISTS, or the system's error
 */
export async function publishNew(staged: string, file: string, options: PublishOptions): Promise<void> {
  try {
    await (options.link ?? link)(staged, file);
  } catch (error) {
    const errno = errnoOf(error) ?? "";
    if (errno === "EEXIST") throw alreadyThere(file);
    if (!NO_LINKS.has(errno)) throw error;
    await publishWithoutLinks(staged, file, options);
  }
}

/** For file systems without hard links (FAT): reserves the name, then replaces the empty reservation. */
async function publishWithoutLinks(staged: string, file: string, options: PublishOptions): Promise<void> {
  try {
    await (await open(file, "wx")).close();
  } catch (error) {
    throw errnoOf(error) === "EEXIST" ? alreadyThere(file) : error;
  }
  try {
    await publishOver(staged, file, options);
  } catch (error) {
    await unlink(file);
    throw error;
  }
}
