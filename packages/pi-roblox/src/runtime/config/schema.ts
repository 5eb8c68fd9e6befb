/**
 * The configuration file as one schema: what may stand in it, what each key means, and its default. It checks the file,
 * makes the types, and is published as schemas/roblox.schema.json. Every key has a default or is optional. Pure.
 */

import { type Static, type TSchema, type TSchemaOptions, Type } from "typebox";

const closed = <Properties extends Record<string, TSchema>>(properties: Properties, description: string) =>
  Type.Object(properties, { additionalProperties: false, default: {}, description });

const oneOf = <Value extends string>(values: readonly Value[], options: TSchemaOptions) =>
  Type.Unsafe<Value>({ type: "string", enum: [...values], ...options });

const MAX_TEXT = 4096;
const MAX_ITEMS = 1000;

const text = (description: string, options: TSchemaOptions = {}) =>
  Type.String({ minLength: 1, maxLength: MAX_TEXT, description, ...options });
const texts = (description: string, value: readonly string[] = []) =>
  Type.Array(Type.String({ minLength: 1, maxLength: MAX_TEXT }), {
    maxItems: MAX_ITEMS,
    default: [...value],
    description,
  });
const flag = (value: boolean, description: string) => Type.Boolean({ default: value, description });
const count = (value: number, minimum: number, maximum: number, description: string) =>
  Type.Integer({ default: value, minimum, maximum, description });

const SECOND = 1000;
const MINUTE = 60 * SECOND;

const studio = closed(
  {
    autoConnect: flag(false, "Connect to Roblox Studio when a session starts."),
    command: Type.Optional(text("Program that serves Studio's MCP on stdio. Default: the one that Studio installs.")),
    args: texts("Arguments of command."),
    deniedTools: texts("Studio tools that are never called.", ["subagent", "store_image", "upload_image"]),
    alwaysAskTools: texts("Studio tools that ask the user each time."),
    requiredTools: texts("Studio tools whose absence the doctor reports."),
    connectTimeoutMs: count(15 * SECOND, 100, 10 * MINUTE, "Time for connecting, in milliseconds."),
    requestTimeoutMs: count(30 * SECOND, 100, 20 * MINUTE, "Time for one call of a Studio tool, in milliseconds."),
    syncTimeoutMs: count(5 * SECOND, 0, 10 * MINUTE, "How long to wait until Studio shows a changed file."),
  },
  "The connection to Roblox Studio.",
);

const server = closed(
  {
    autoStart: flag(false, "Start `rojo serve` when no server of this project runs."),
    shutdownOnExit: flag(true, "End the server that was started here when the session ends."),
    address: Type.Optional(
      text(
        "IP address to listen on; localhost is meant as 127.0.0.1. Default: serveAddress of the project, else 127.0.0.1.",
      ),
    ),
    port: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 65_535, description: "Default: servePort of the project, else 34872." }),
    ),
    readinessTimeoutMs: count(
      10 * SECOND,
      100,
      10 * MINUTE,
      "Time until a started server must answer, in milliseconds.",
    ),
    extraArgs: texts("Further arguments of `rojo serve`. The user is asked before they are used."),
  },
  "rojo serve.",
);

const rojo = closed(
  {
    binary: Type.Optional(
      text("The rojo program; relative to the workspace. The user is asked before it runs. Default: PATH."),
    ),
    sourcemapFile: Type.Optional(
      text("Where the generated sourcemap goes, in the workspace. Default: roblox/sourcemap.json in Pi's folder."),
    ),
    includeNonScripts: flag(true, "Have instances that are no scripts in the sourcemap, too."),
    generatedPatterns: texts(
      "Files that a tool writes, as .gitignore patterns from the workspace; they are not edited.",
    ),
    dependencyPatterns: texts("Packages of others, as .gitignore patterns from the workspace; they are not edited.", [
      "Packages/",
      "ServerPackages/",
      "DevPackages/",
      "roblox_packages/",
      "node_modules/",
    ]),
    server,
  },
  "Rojo: its program, its sourcemap, its server.",
);

const ownership = closed(
  {
    studioOwnedRoots: texts("Instance paths whose contents are made in Studio, such as game.Workspace.Map."),
    blockAmbiguousWrites: flag(true, "Refuse to change what no map knows below something that Rojo manages."),
    requireHashForMappedWrites: flag(
      true,
      "Demand the hash of the content that a change of a mapped file is based on.",
    ),
  },
  "Who owns which part of the game.",
);

const permissions = closed(
  {
    profile: oneOf(["observe", "develop", "autonomous-local"], {
      default: "develop",
      description:
        "observe: read only. develop: ask before what cannot be undone. autonomous-local: do not ask for what can be undone.",
    }),
    failClosedWithoutUi: flag(true, "Where a question is due and nobody can be asked, refuse."),
  },
  "What the agent may do.",
);

/** Of `validation.commands`; its defaults are not filled by those of the whole, as its keys are free. */
export const validationCommandSchema = Type.Object(
  {
    command: text("Program: a name on PATH, or a path from the workspace. The user is asked before it runs."),
    args: texts("Its arguments."),
    cwd: Type.Optional(text("Working folder, from the workspace.")),
    timeoutMs: count(2 * MINUTE, 100, 60 * MINUTE, "Time limit in milliseconds."),
    format: oneOf(["auto", "luau-lsp", "selene", "stylua", "rojo", "plain"], {
      default: "auto",
      description: "How its output is read.",
    }),
  },
  { additionalProperties: false },
);

const named = <Value extends TSchema>(value: Value, description: string) =>
  Type.Record(Type.String(), value, { default: {}, maxProperties: MAX_ITEMS, description });

const validation = closed(
  {
    commands: named(validationCommandSchema, "Checks by name."),
    profiles: named(Type.Array(Type.String(), { maxItems: MAX_ITEMS }), "Lists of names of commands, by name."),
    defaultProfile: Type.Optional(text("The profile that runs when none is named.")),
    maxOutputChars: count(20_000, 200, 1_000_000, "How much output of a check is returned."),
  },
  "Checks of the project, such as selene or luau-lsp.",
);

const scenarios = closed(
  {
    directory: Type.Optional(
      text("Folder of the scenario files, in the workspace. Default: roblox/scenarios in Pi's folder."),
    ),
    artifactsDirectory: Type.Optional(
      text("Folder of the evidence of runs. Default: roblox/artifacts in Pi's folder."),
    ),
    timeoutMs: count(2 * MINUTE, SECOND, 60 * MINUTE, "Time limit of a run, unless the scenario says another."),
    failOnConsoleErrors: flag(true, "Fail a run during which the console shows an error."),
    keepRuns: count(50, 1, 10_000, "How many runs are kept."),
  },
  "Scripted playtests.",
);

const checkpoints = closed(
  {
    directory: Type.Optional(
      text("Folder of the rollback data, in the workspace. Default: roblox/checkpoints in Pi's folder."),
    ),
    keep: count(50, 1, 10_000, "How many are kept."),
    autoRollbackOnApplyFailure: flag(true, "Restore the files when a transaction fails half-way."),
    autoRollbackOnValidationFailure: flag(false, "Restore the files when the checks after a transaction fail."),
  },
  "Rollback data.",
);

const audit = closed(
  {
    enabled: flag(true, "Record what was changed."),
    directory: Type.Optional(text("Folder of the records, in the workspace. Default: roblox/audit in Pi's folder.")),
    keepDays: count(90, 1, 3650, "How long records are kept."),
  },
  "The record of what was done.",
);

const context = closed(
  {
    maxFileChars: count(20_000, 200, 1_000_000, "How much of a file inspect returns."),
    maxSearchResults: count(100, 1, 10_000, "How many matches search returns."),
    injectStatus: flag(false, "Give the model one line of status with each prompt."),
  },
  "How much the model gets to read.",
);

export const robloxConfigSchema = Type.Object(
  {
    $schema: Type.Optional(Type.String({ description: "For editors; not read." })),
    version: Type.Integer({ default: 1, minimum: 1, maximum: 1, description: "Version of this format." }),
    mode: oneOf(["rojo", "studio-only"], {
      default: "rojo",
      description: "rojo: files are the source of what the Rojo project maps. studio-only: there is no Rojo project.",
    }),
    projectFile: Type.Optional(
      text("The Rojo project file, in the workspace. Default: default.project.json, else the only one there."),
    ),
    expectedPlaceIds: Type.Array(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), {
      maxItems: MAX_ITEMS,
      default: [],
      description: "Places that may be changed in Studio. Default: servePlaceIds of the project.",
    }),
    studio,
    rojo,
    ownership,
    permissions,
    validation,
    scenarios,
    checkpoints,
    audit,
    context,
  },
  { additionalProperties: false, title: "pi-roblox", description: "Configuration of pi-roblox for one project." },
);

/** The configuration with every default filled in. */
export type RobloxConfig = Static<typeof robloxConfigSchema>;
