/**
 * Searches everything that a run wrote for secrets that must not be there: file contents, file names, link targets and
 * given texts, in every encoding of secret-encodings.ts.
 */

import { createReadStream } from "node:fs";
import { readdir, readlink } from "node:fs/promises";
import { join } from "node:path";
import { HarnessError } from "./harness-error.ts";
import { type EncodedSecret, encodeSecret } from "./secret-encodings.ts";

export interface SecretSearch {
  /** Absolute; searched with all below. Symbolic links are not followed. */
  readonly directories?: readonly string[];
  /** Name to text: `{stdout: run.stdout}`. */
  readonly texts?: Readonly<Record<string, string>>;
  /** Name to value: `{GEMINI_API_KEY: "..."}`; each at least 8 bytes long. */
  readonly secrets: Readonly<Record<string, string>>;
}

export interface SecretLeak {
  /** Name of the secret; the value itself is in no message. */
  readonly secret: string;
  readonly encoding: string;
  /** Absolute path of the file, or the name of the text. */
  readonly where: string;
  readonly part: "content" | "name" | "link target";
}

interface Needle extends EncodedSecret {
  readonly secret: string;
}

const MIN_SECRET_BYTES = 8;
const CHUNK_BYTES = 1 << 20;

function toNeedles(secrets: SecretSearch["secrets"]): Needle[] {
  return Object.entries(secrets).flatMap(([secret, value]) => {
    if (Buffer.byteLength(value) < MIN_SECRET_BYTES)
      throw new HarnessError("CANARY_TOO_SHORT", `${secret} has fewer than ${MIN_SECRET_BYTES} bytes`);
    return encodeSecret(value).map((encoded) => ({ ...encoded, secret }));
  });
}

function dropLineBreaks(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString("latin1").replace(/[\r\n]+/g, ""), "latin1");
}

function search(bytes: Buffer, needles: readonly Needle[]): Needle[] {
  const joined = bytes.includes("\n") ? dropLineBreaks(bytes) : undefined;
  return needles.filter(
    (needle) =>
      bytes.includes(needle.bytes) ||
      // UTF-16 and wrapped text both survive this: only line breaks are taken out.
      (needle.isWrappable && joined?.includes(needle.bytes) === true),
  );
}

async function searchFile(path: string, needles: readonly Needle[]): Promise<Needle[]> {
  // Twice the longest: a wrapped needle is longer in the file than here.
  const overlap = 2 * Math.max(...needles.map((needle) => needle.bytes.length));
  const found = new Set<Needle>();
  let tail: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>) {
    const bytes = Buffer.concat([tail, chunk]);
    for (const needle of search(bytes, needles)) found.add(needle);
    tail = bytes.subarray(-overlap);
  }
  return [...found];
}

async function searchDirectory(directory: string, needles: readonly Needle[]): Promise<SecretLeak[]> {
  const leaks: SecretLeak[] = [];
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const where = join(entry.parentPath, entry.name);
    const report = (part: SecretLeak["part"], found: readonly Needle[]): void => {
      leaks.push(...found.map(({ secret, encoding }) => ({ secret, encoding, where, part })));
    };
    report("name", search(Buffer.from(entry.name), needles));
    if (entry.isSymbolicLink()) report("link target", search(Buffer.from(await readlink(where)), needles));
    else if (entry.isFile()) report("content", await searchFile(where, needles));
  }
  return leaks;
}

/**
 * Where secrets were found; empty is good. `expect(await findSecretLeaks({...})).toEqual([])`.
 * @throws HarnessError CANARY_TOO_SHORT
 */
export async function findSecretLeaks(options: SecretSearch): Promise<SecretLeak[]> {
  const needles = toNeedles(options.secrets);
  const inTexts = Object.entries(options.texts ?? {}).flatMap(([where, text]) =>
    search(Buffer.from(text), needles).map(({ secret, encoding }) => ({
      secret,
      encoding,
      where,
      part: "content" as const,
    })),
  );
  const inFiles = await Promise.all(
    (options.directories ?? []).map((directory) => searchDirectory(directory, needles)),
  );
  return [...inTexts, ...inFiles.flat()];
}
