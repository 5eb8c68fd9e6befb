/** The commented configuration that `/roblox init` writes. Pure. */

export interface StarterChoice {
  readonly mode: "rojo" | "studio-only";
  /** Relative to the workspace, with forward slashes; only with mode rojo. */
  readonly projectFile: string | undefined;
}

const SCHEMA_URL = "https://unpkg.com/pi-roblox/schemas/roblox.schema.json";

export function starterText({ mode, projectFile }: StarterChoice): string {
  const project =
    projectFile === undefined
      ? `  // "projectFile": "default.project.json",`
      : `  "projectFile": ${JSON.stringify(projectFile)},`;
  const rojo = `
${project}

  "rojo": {
    // A program other than the rojo on PATH; you are asked before it runs.
    // "binary": "tools/rojo",
    "server": {
      // Start rojo serve when none runs for this project; it ends with the session.
      "autoStart": true
    },
    // Not to be edited: packages of others, and files that a tool writes (.gitignore patterns).
    "dependencyPatterns": ["Packages/", "ServerPackages/", "DevPackages/", "roblox_packages/", "node_modules/"],
    "generatedPatterns": []
  },
`;
  return `{
  "$schema": ${JSON.stringify(SCHEMA_URL)},
  "version": 1,

  // rojo: files are the source of what the Rojo project maps. studio-only: there is no Rojo project.
  "mode": ${JSON.stringify(mode)},
${mode === "rojo" ? rojo : ""}
  // Places that may be changed in Studio.
  "expectedPlaceIds": [],

  "ownership": {
    // What is made in Studio, such as "game.Workspace.Map".
    "studioOwnedRoots": []
  },

  "permissions": {
    // observe: read only. develop: ask before what cannot be undone. autonomous-local: do not ask for what can be undone.
    "profile": "develop"
  }
}
`;
}
