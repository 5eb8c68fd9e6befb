/** Duration and picture size of sound and video, where ffprobe is installed. What cannot be told is left out. */

import { findExecutable, runProcess } from "pi-extension-core/process";

export interface MediaFacts {
  readonly durationMs?: number;
  readonly widthPixels?: number;
  readonly heightPixels?: number;
}

export interface ProbeOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly platform: NodeJS.Platform;
  /** Absolute; programs inside it do not count. */
  readonly cwd: string;
  readonly signal?: AbortSignal | undefined;
}

const LIMIT_MS = 10_000;
const ARGS = ["-v", "error", "-of", "json", "-show_entries", "format=duration:stream=width,height"];

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const positive = (value: unknown): number | undefined => {
  const number = Number(value);
  return Number.isFinite(number) && number > 0 ? number : undefined;
};

/** Facts in ffprobe's JSON; nothing where it says nothing. Pure. */
export function readProbe(json: string): MediaFacts {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
  if (!isRecord(value)) return {};
  const seconds = isRecord(value["format"]) ? positive(value["format"]["duration"]) : undefined;
  const streams = Array.isArray(value["streams"]) ? value["streams"].filter(isRecord) : [];
  const picture = streams.find((stream) => positive(stream["width"]) !== undefined);
  const [widthPixels, heightPixels] = [positive(picture?.["width"]), positive(picture?.["height"])];
  return {
    ...(seconds === undefined ? {} : { durationMs: Math.round(seconds * 1000) }),
    ...(widthPixels === undefined ? {} : { widthPixels }),
    ...(heightPixels === undefined ? {} : { heightPixels }),
  };
}

/** @param file absolute path */
export async function probeMedia(file: string, options: ProbeOptions): Promise<MediaFacts> {
  const { env, platform, cwd, signal } = options;
  const pathEnv = env["PATH"] ?? env["Path"];
  const { path: ffprobe } = findExecutable({
    name: "ffprobe",
    pathEnv,
    pathExt: env["PATHEXT"],
    platform,
    exclude: cwd,
  });
  if (ffprobe === undefined) return {};
  const result = await runProcess(ffprobe, [...ARGS, file], {
    cwd,
    env,
    timeoutMs: LIMIT_MS,
    ...(signal === undefined ? {} : { signal }),
  });
  return result.ok ? readProbe(result.stdout.text) : {};
}
