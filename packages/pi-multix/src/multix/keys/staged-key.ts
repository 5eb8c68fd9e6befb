/**
 * Takes a key from where the user has parked it: a variable of this process, or a file of the user. The value goes from
 * here into the key file and nowhere else.
 */

import { realpath } from "node:fs/promises";
import path from "node:path";
import { isCodedError } from "pi-extension-core/errors";
import { isInside, lstatOrAbsent, readRegularFile, removeInside, stripAtPrefix } from "pi-extension-core/fs";
import { multixError } from "../../errors.ts";

const MAX_STAGED_BYTES = 64 * 1024;
const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

export type KeySourceRequest =
  | { readonly kind: "env"; readonly name: string }
  | { readonly kind: "file"; readonly path: string };

export interface StagedKey {
  readonly value: string;
  /** Takes the key away from where it was parked. Call it only when the value is safely stored. */
  consume(): Promise<void>;
}

export interface StagingContext {
  readonly env: Record<string, string | undefined>;
  /** Absolute; a relative path of a request is meant from here. */
  readonly cwd: string;
  /** Absolute home folder of the user. */
  readonly home: string;
}

const invalid = (message: string, hint: string) => multixError("KEY_SOURCE_INVALID", message, { hint });

function fromEnv(name: string, env: StagingContext["env"]): StagedKey {
  if (!VARIABLE_NAME.test(name)) {
    // The text may be the key itself, given by mistake: it is not repeated.
    throw invalid(
      "fromEnv is not the name of an environment variable",
      "Give a name such as MY_STAGED_KEY, not the key.",
    );
  }
  const value = env[name]?.trim();
  if (value === undefined || value === "")
    throw invalid(
      `The environment variable ${name} is not set in this Pi`,
      "Export it before starting Pi, or use fromFile.",
    );
  return {
    value,
    consume: () => {
      delete env[name];
      return Promise.resolve();
    },
  };
}

/**
 * Only the user's own folders count: the working directory, and the home folder. A repository that talks the agent into
 * `fromFile: /etc/...` gets nothing, and a link may not lead out of them.
 */
async function fromFile(request: string, context: StagingContext): Promise<StagedKey> {
  const file = path.resolve(context.cwd, stripAtPrefix(request));
  const entry = await lstatOrAbsent(file);
  if (entry === undefined)
    throw invalid(`There is no file ${request}`, "Give the path of the file that holds the key.");
  if (!entry.isFile())
    throw invalid(`${request} is not a regular file`, "Give the path of a plain file, not a link or folder.");
  const real = await realpath(file);
  const roots = await Promise.all([context.cwd, context.home].map((root) => realpath(root)));
  const root = roots.find((each) => real !== each && isInside(each, real));
  if (root === undefined)
    throw invalid(
      `${request} is neither in the working directory nor in the home folder`,
      "Put the key file in one of them.",
    );
  const value = (await readStaged(real, request)).replace(/(\r\n|\n|\r)$/, "").trim();
  if (value === "") throw invalid(`${request} is empty`, "Write the key into it, as its only line.");
  return { value, consume: () => removeInside(root, real) };
}

async function readStaged(file: string, request: string): Promise<string> {
  try {
    return (await readRegularFile(file, MAX_STAGED_BYTES)).toString("utf8");
  } catch (error) {
    if (isCodedError(error))
      throw invalid(`${request} cannot be read as a key (${error.code})`, "Check its size and permissions.");
    throw error;
  }
}

/**
 * @throws KEY_SOURCE_INVALID; the message names the variable or file, never what it holds
 */
export function takeStagedKey(request: KeySourceRequest, context: StagingContext): Promise<StagedKey> {
  return request.kind === "env"
    ? Promise.resolve().then(() => fromEnv(request.name, context.env))
    : fromFile(request.path, context);
}
