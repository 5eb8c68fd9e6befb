/**
 * What a tool may do with keys: prepare the file, store a key that the user parked, remove one, and say where each comes
 * from. Results hold names and places, never values.
 */

import path from "node:path";
import { multixError } from "../../errors.ts";
import { readVariables, withoutVariable, withVariable } from "./env-document.ts";
import { editKeyFile, explainWarning, inspectKeyFile, keyFilePath, readKeyFile } from "./key-file.ts";
import { type KeyPlace, type KeySource, keyStatusOf, type ProviderStatus } from "./key-status.ts";
import { completeScaffold, type EntryCommands, entryCommands } from "./scaffold-text.ts";
import { type KeySourceRequest, takeStagedKey } from "./staged-key.ts";
import { secretVariableNames, storableVariables } from "./variables.ts";

export interface KeyContext {
  /** The environment of this process; `consume` removes a variable from it. */
  readonly env: Record<string, string | undefined>;
  readonly platform: NodeJS.Platform;
  /** Absolute. */
  readonly cwd: string;
}

export interface KeyFileReport {
  /** Absolute path of the key file. */
  readonly file: string;
  /** Sentences for the person; empty when all is well. */
  readonly warnings: readonly string[];
}

export interface ScaffoldReport extends KeyFileReport {
  readonly written: boolean;
  /** How the person can enter the key of `variable` without showing it. */
  readonly commands: EntryCommands;
  readonly variable: string;
}

export interface StoreReport extends KeyFileReport {
  readonly variable: string;
  readonly change: "added" | "replaced" | "unchanged" | "removed" | "absent";
  readonly consumed: boolean;
}

function requireVariable(name: string): string {
  if (storableVariables.has(name)) return name;
  const allowed = [...storableVariables.keys()].join(", ");
  throw multixError(
    "PARAMETER_INVALID",
    `variable: ${JSON.stringify(name.slice(0, 40))} is no key of the CLI; allowed are ${allowed}`,
    {
      hint: "Give one of these names.",
      data: { parameter: "variable", allowed: [...storableVariables.keys()] },
    },
  );
}

async function warningsFor(file: string, context: KeyContext, variable?: string): Promise<string[]> {
  const ofFile = (await inspectKeyFile(file)).map((warning) => explainWarning(warning, file));
  const { env } = context;
  const switchedOff = env["MULTIX_DISABLE_HOME_ENV"];
  const isOff = switchedOff !== undefined && switchedOff !== "";
  const hiding = variable === undefined ? [] : await placesBefore(variable, context);
  return [
    ...ofFile,
    ...(isOff ? ["MULTIX_DISABLE_HOME_ENV is set, so the CLI does not read this file."] : []),
    ...hiding.map((place) => `${variable} is also defined in the ${place}, which the CLI takes instead.`),
  ];
}

async function placesBefore(variable: string, context: KeyContext): Promise<KeyPlace[]> {
  const sources = await keySources(context);
  return sources
    .filter((source) => source.place !== "home .env" && source.variables[variable] !== undefined)
    .map((source) => source.place);
}

/** The places in the CLI's order. */
async function keySources(context: KeyContext): Promise<KeySource[]> {
  const { env, cwd, platform } = context;
  const isHomeRead = (env["MULTIX_DISABLE_HOME_ENV"] ?? "") === "";
  const home = isHomeRead ? readVariables(await readKeyFile(keyFilePath(env, platform))) : {};
  return [
    { place: "environment", variables: env },
    { place: "cwd .env", variables: readVariables(await readKeyFile(path.join(cwd, ".env"))) },
    { place: "home .env", variables: home },
  ];
}

/** Makes the key file, or adds what it does not mention yet. Never changes an assignment. */
export async function scaffoldKeys(variable: string, context: KeyContext): Promise<ScaffoldReport> {
  requireVariable(variable);
  const file = keyFilePath(context.env, context.platform);
  const written = await editKeyFile(file, "scaffold the key file", completeScaffold);
  return {
    file,
    written,
    variable,
    commands: entryCommands(variable, file),
    warnings: await warningsFor(file, context, variable),
  };
}

export interface SetKeyRequest {
  readonly variable: string;
  readonly source: KeySourceRequest;
  /** Take the key away from where it was parked, once it is stored. */
  readonly consume: boolean;
  readonly overwrite: boolean;
}

/**
 * Stores a parked key.
 * @throws KEY_SOURCE_INVALID, KEY_EXISTS, KEY_NOT_STORABLE, KEY_FILE_AMBIGUOUS, PARAMETER_INVALID; the parked key is
 *   then still where it was
 */
export async function setKey(request: SetKeyRequest, context: KeyContext): Promise<StoreReport> {
  const variable = requireVariable(request.variable);
  const file = keyFilePath(context.env, context.platform);
  const staged = await takeStagedKey(request.source, { ...context, home: path.dirname(path.dirname(file)) });
  let change: StoreReport["change"] = "unchanged";
  await editKeyFile(file, `set ${variable}`, (text) => {
    const present = readVariables(text)[variable] ?? "";
    if (present !== "" && present !== staged.value && !request.overwrite)
      throw multixError("KEY_EXISTS", `${variable} already has another value in ${file}`, {
        hint: "Call again with overwrite: true to replace it.",
        data: { variable },
      });
    if (present === staged.value) return text;
    change = present === "" ? "added" : "replaced";
    return withVariable(text, variable, staged.value);
  });
  await assertStored(file, variable, staged.value);
  if (request.consume) await staged.consume();
  return { file, variable, change, consumed: request.consume, warnings: await warningsFor(file, context, variable) };
}

/** Read back before anything is consumed. */
async function assertStored(file: string, variable: string, value: string): Promise<void> {
  if (readVariables(await readKeyFile(file))[variable] === value) return;
  throw multixError(
    "KEY_NOT_STORABLE",
    `${variable} was changed in ${file} by someone else right after it was stored`,
    {
      hint: "Look at the file, then call again.",
      data: { variable },
    },
  );
}

/** Removes every assignment of the variable. */
export async function unsetKey(name: string, context: KeyContext): Promise<StoreReport> {
  const variable = requireVariable(name);
  const file = keyFilePath(context.env, context.platform);
  const written = await editKeyFile(file, `unset ${variable}`, (text) => withoutVariable(text, variable));
  return {
    file,
    variable,
    change: written ? "removed" : "absent",
    consumed: false,
    warnings: await warningsFor(file, context, variable),
  };
}

/** Where the CLI takes each key from. */
export async function keyStatus(
  context: KeyContext,
): Promise<KeyFileReport & { readonly providers: readonly ProviderStatus[] }> {
  const file = keyFilePath(context.env, context.platform);
  return { file, providers: keyStatusOf(await keySources(context)), warnings: await warningsFor(file, context) };
}

/** How `multix check` shows a key: its first six and last four characters, which are still ten of them. */
const masked = (value: string): string => `${value.slice(0, 6)}...${value.slice(-4)}`;

/** Every value that redaction must hide in what the CLI prints, from all three places. */
export async function knownSecretValues(context: KeyContext): Promise<string[]> {
  const sources = await keySources(context);
  const homeFile = readVariables(await readKeyFile(keyFilePath(context.env, context.platform)));
  const all = [...sources.map((source) => source.variables), homeFile];
  const values = all.flatMap((variables) => secretVariableNames.map((name) => variables[name] ?? ""));
  return [...new Set(values.filter((value) => value !== "").flatMap((value) => [value, masked(value)]))];
}
