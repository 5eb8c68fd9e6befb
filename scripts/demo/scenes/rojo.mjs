/** pi-roblox, with a real rojo where there is one: who owns what, what requires what, what Rojo would delete. */

import { existsSync } from "node:fs";
import path from "node:path";
import { call, outsideProgram, rojoVersions, say } from "testkit";

const rojo = rojoVersions.map((version) => outsideProgram("rojo", version)).find((file) => file !== undefined);

/** @type {import("../scenes.mjs").Scene} */
export const rojoScene = {
  name: "rojo",
  title: "pi-roblox: a Rojo game, searched and explained",
  example: "roblox-obby",
  extensions: ["pi-roblox"],
  prompt: "Where is the lava damage set, who uses it, and may I add a part under Workspace.Map?",
  // Only the rojo that the tests have built, so that the demo is the same on every machine.
  prepare: async () =>
    rojo !== undefined && existsSync(rojo)
      ? { PATH: `${path.dirname(rojo)}${path.delimiter}${process.env["PATH"] ?? ""}` }
      : {},
  script: [
    call("roblox_search", { query: "LAVA_DAMAGE" }),
    call("roblox_inspect", { target: "src/shared/Settings.luau" }),
    call("roblox_inspect", { target: "game.Workspace.Map.Island" }),
    call("roblox_inspect", { target: "game.ServerScriptService.Server.Bridge" }),
    call("roblox_rojo", { action: "start" }),
    call("roblox_doctor", {}),
    say(
      "Settings.luau sets it and Lava.luau uses it. Workspace.Map is yours to build in Studio; below Server, Rojo would delete the part.",
    ),
  ],
};
