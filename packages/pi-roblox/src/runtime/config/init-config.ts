/** Writes the commented starter configuration, never over an existing one. */

import path from "node:path";
import { refuseSymlinks, writeFileAtomic } from "pi-extension-core/fs";
import { configFileOf } from "./load-config.ts";
import { type StarterChoice, starterText } from "./starter-text.ts";

/**
 * @param stagingDir as of `writeFileAtomic`
 * @returns absolute path of the new file
 * @throws ALREADY_EXISTS and leaves the file alone; SYMLINK_REFUSED, WRITE_FAILED
 */
export async function writeStarterConfig(
  root: string,
  configDirName: string,
  choice: StarterChoice,
  stagingDir: string,
): Promise<string> {
  const file = configFileOf(root, configDirName);
  await refuseSymlinks(root, file);
  await refuseSymlinks(root, path.join(stagingDir, "x"));
  await writeFileAtomic(file, starterText(choice), {
    stagingDir,
    createParents: true,
    replace: false,
    symlinks: "refuse",
  });
  return file;
}
