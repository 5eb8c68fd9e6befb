/** Finds the project file that a path means. */

import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { errnoOf } from "pi-extension-core/errors";
import { robloxError } from "../../errors.ts";
import { chooseProjectFile } from "./choose-project.ts";

/**
 * The project file in a folder, or the file itself.
 *
 * @param place absolute: a folder, or a project file of any name
 * @returns absolute
 * @throws PROJECT_NOT_FOUND; PROJECT_AMBIGUOUS with `data.candidates`
 */
export async function locateProject(place: string): Promise<string> {
  const kind = await kindOf(place);
  if (kind === "file") return place;
  const names = kind === "folder" ? await filesIn(place) : [];
  const choice = chooseProjectFile(names);
  switch (choice.kind) {
    case "one":
      return path.join(place, choice.name);
    case "several":
      throw robloxError("PROJECT_AMBIGUOUS", `${place} has several project files and no default.project.json`, {
        hint: `Name one of them: ${choice.names.slice(0, 10).join(", ")}.`,
        data: { folder: place, candidates: choice.names },
      });
    case "none":
      throw robloxError(
        "PROJECT_NOT_FOUND",
        kind === "folder" ? `${place} has no Rojo project file` : `${place} does not exist`,
        { hint: "Name a project file, or make one with `rojo init`.", data: { path: place } },
      );
  }
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  // A link counts: Rojo follows it.
  return entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
}

async function kindOf(place: string): Promise<"file" | "folder" | "missing"> {
  try {
    return (await stat(place)).isDirectory() ? "folder" : "file";
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === "ENOENT" || errno === "ENOTDIR") return "missing";
    throw error;
  }
}
