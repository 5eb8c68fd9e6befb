/** Which configuration `/roblox init` writes. Pure. */

import { robloxError } from "../../errors.ts";
import { chooseProjectFile } from "../../ownership/project/choose-project.ts";
import type { StarterChoice } from "./starter-text.ts";

export type InitMode = "auto" | "rojo" | "studio-only";

/**
 * @param given the project file that the user names, from the workspace
 * @param found project files in the workspace's folder
 * @throws PROJECT_NOT_FOUND for mode rojo without a project file, or when it is not clear which
 */
export function chooseInit(mode: InitMode, given: string | undefined, found: readonly string[]): StarterChoice {
  if (mode === "studio-only") return { mode, projectFile: undefined };
  const chosen = chooseProjectFile(found);
  const projectFile = given ?? (chosen.kind === "one" ? chosen.name : undefined);
  if (projectFile !== undefined) return { mode: "rojo", projectFile };
  if (mode === "auto" && found.length === 0) return { mode: "studio-only", projectFile: undefined };
  throw robloxError(
    "PROJECT_NOT_FOUND",
    found.length === 0 ? "There is no Rojo project file in this folder" : `There are several: ${found.join(", ")}`,
    {
      hint: found.length === 0 ? "Run rojo init, or /roblox init studio-only." : "Name one: /roblox init rojo FILE.",
      data: { found },
    },
  );
}
