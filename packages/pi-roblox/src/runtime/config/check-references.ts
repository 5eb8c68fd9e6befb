/** What a schema cannot say: names that refer to other keys, addresses, and paths that must stay in the workspace. Pure. */

import nodePath from "node:path";
import { nearestNames } from "../../datamodel/nearest-names.ts";
import { isIpAddress } from "../../ownership/project/ip-address.ts";
import type { ConfigProblem } from "./describe-problem.ts";
import type { RobloxConfig } from "./schema.ts";

type Path = ConfigProblem["path"];

function unknownName(path: Path, name: string, known: readonly string[], what: string): ConfigProblem {
  const [nearest] = nearestNames(name, known, 1);
  const meant = nearest === undefined ? "" : `Did you mean ${JSON.stringify(nearest)}? `;
  return {
    path,
    message: `there is no ${what} ${JSON.stringify(name)}`,
    hint: `${meant}${known.length > 0 ? `Defined: ${known.join(", ")}.` : `No ${what} is defined.`}`,
  };
}

function validationProblems({ validation }: RobloxConfig): readonly ConfigProblem[] {
  const commands = Object.keys(validation.commands);
  const profiles = Object.keys(validation.profiles);
  const inProfiles = Object.entries(validation.profiles).flatMap(([profile, names]) =>
    names.flatMap((name, index) =>
      commands.includes(name)
        ? []
        : [unknownName(["validation", "profiles", profile, index], name, commands, "command")],
    ),
  );
  const { defaultProfile } = validation;
  if (defaultProfile === undefined || profiles.includes(defaultProfile)) return inProfiles;
  return [...inProfiles, unknownName(["validation", "defaultProfile"], defaultProfile, profiles, "profile")];
}

function addressProblems({ rojo }: RobloxConfig): readonly ConfigProblem[] {
  const { address } = rojo.server;
  if (address === undefined || address.toLowerCase() === "localhost" || isIpAddress(address)) return [];
  return [
    {
      path: ["rojo", "server", "address"],
      message: `${JSON.stringify(address)} is no IP address`,
      hint: "rojo serve takes IP addresses only, such as 127.0.0.1.",
    },
  ];
}

/** True for a path that leaves the folder that it is relative to, on any platform. */
function leaves(path: string): boolean {
  const isAbsolute = nodePath.posix.isAbsolute(path) || nodePath.win32.isAbsolute(path) || /^[A-Za-z]:/.test(path);
  const [first] = nodePath.posix.normalize(path.replaceAll("\\", "/")).split("/");
  return isAbsolute || first === "..";
}

/** Whatever a repository brings must not make us read or write elsewhere. */
function pathProblems(config: RobloxConfig): readonly ConfigProblem[] {
  const paths: readonly [Path, string | undefined][] = [
    [["projectFile"], config.projectFile],
    [["rojo", "sourcemapFile"], config.rojo.sourcemapFile],
    [["scenarios", "directory"], config.scenarios.directory],
    [["scenarios", "artifactsDirectory"], config.scenarios.artifactsDirectory],
    [["checkpoints", "directory"], config.checkpoints.directory],
    [["audit", "directory"], config.audit.directory],
    ...Object.entries(config.validation.commands).map(
      ([name, { cwd }]) => [["validation", "commands", name, "cwd"], cwd] satisfies [Path, string | undefined],
    ),
  ];
  return paths.flatMap(([path, value]) =>
    value === undefined || !leaves(value)
      ? []
      : [
          {
            path,
            message: `${JSON.stringify(value)} is outside of the workspace`,
            hint: "Give a path relative to the workspace, without leaving it.",
          },
        ],
  );
}

/** Problems of a configuration whose shape is right. */
export function referenceProblems(config: RobloxConfig): readonly ConfigProblem[] {
  return [...validationProblems(config), ...addressProblems(config), ...pathProblems(config)];
}
