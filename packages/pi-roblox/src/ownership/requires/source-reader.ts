/** Files of the disk for the index of requires. */

import { stat } from "node:fs/promises";
import { errnoOf } from "pi-extension-core/errors";
import { readRegularFile } from "pi-extension-core/fs";
import type { SourceReader } from "./require-index.ts";

export const diskReader: SourceReader = {
  stat: async (file) => {
    try {
      const found = await stat(file);
      return found.isFile() ? { sizeBytes: found.size, modifiedAtMs: found.mtimeMs } : undefined;
    } catch (error) {
      // Gone, or out of reach: either way there is nothing to read.
      if (errnoOf(error) !== undefined) return undefined;
      throw error;
    }
  },
  read: readRegularFile,
};
