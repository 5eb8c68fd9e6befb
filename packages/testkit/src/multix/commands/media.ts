/** Local media work with the real ffmpeg and ImageMagick, with the CLI's arguments and its mistakes. */

import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { CliFailure } from "../failure.ts";
import { runLocal } from "../local-program.ts";
import type { Session } from "../session.ts";

const KINDS = {
  video: [".mp4", ".mov", ".avi", ".mkv", ".webm", ".flv", ".mpg", ".mpeg"],
  audio: [".mp3", ".wav", ".m4a", ".flac", ".aac", ".ogg", ".aiff"],
  image: [".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif", ".gif", ".bmp"],
} as const;
type Kind = keyof typeof KINDS;

/** The CLI shows the head of the program's text: for ffmpeg its banner, not the reason. */
const SHOWN_CHARACTERS = 1000;

function kindOf(path: string): Kind | undefined {
  const extension = extname(path).toLowerCase();
  return (["video", "audio", "image"] as const).find((kind) => KINDS[kind].some((known) => known === extension));
}

async function encode(program: "ffmpeg" | "magick", args: readonly string[]): Promise<void> {
  if (program === "ffmpeg") await runLocal("ffmpeg", ["-version"]);
  const label = program === "magick" ? "ImageMagick" : program;
  const { exitCode, stderr } = await runLocal(program, args, label);
  if (exitCode !== 0) throw new CliFailure(`${label} failed: ${stderr.slice(0, SHOWN_CHARACTERS)}`);
}

async function probe(file: string): Promise<{ seconds: number; width: number }> {
  const unreadable = new CliFailure(`Cannot read media info from: ${file}`);
  const args = ["-v", "quiet", "-print_format", "json", "-show_format", "-show_streams", file];
  try {
    const { exitCode, stdout } = await runLocal("ffprobe", args);
    if (exitCode !== 0) throw unreadable;
    const info = JSON.parse(stdout) as { format?: { duration?: string }; streams?: { width?: number }[] };
    return {
      seconds: Number(info.format?.duration ?? 0),
      width: Math.max(0, ...(info.streams ?? []).map(({ width = 0 }) => width)),
    };
  } catch (error) {
    if (error instanceof CliFailure) throw unreadable;
    throw error;
  }
}

async function optimizeVideo(session: Session, input: string, output: string): Promise<void> {
  const { seconds, width } = await probe(input);
  const targetMb = Number.parseInt(session.text("targetSize") ?? "", 10);
  const size = session.text("resolution");
  // Any width over the limit becomes 1920, whatever the limit is; CRF wins over the bitrate.
  const isWide = width > Number(session.text("maxWidth") ?? 1920);
  const scale = size === undefined ? (isWide ? ["-vf", "scale=1920:-2"] : []) : ["-s", size];
  const bitrate = targetMb > 0 && seconds > 0 ? ["-b:v", String(Math.floor((targetMb * 8_388_608) / seconds))] : [];
  const quality = session.text("quality") ?? "85";
  const codec = ["-c:v", "libx264", "-crf", quality, ...bitrate, ...scale, "-c:a", "aac", "-b:a", "128k"];
  await encode("ffmpeg", ["-i", input, ...codec, "-y", output]);
}

async function optimizeAudio(session: Session, input: string, output: string): Promise<void> {
  await probe(input);
  const rate = session.text("bitrate") ?? "64k";
  await encode("ffmpeg", ["-i", input, "-c:a", "aac", "-b:a", rate, "-ar", "16000", "-ac", "1", "-y", output]);
}

async function optimizeImage(session: Session, input: string, output: string): Promise<void> {
  const width = session.text("maxWidth") ?? "1920";
  await encode("magick", [input, "-resize", `${width}x>`, "-quality", session.text("quality") ?? "85", output]);
}

async function optimizeFile(session: Session, input: string, output: string): Promise<void> {
  if (!existsSync(input)) throw new CliFailure(`Input file not found: ${input}`);
  switch (kindOf(input)) {
    case "video":
      return optimizeVideo(session, input, output);
    case "audio":
      return optimizeAudio(session, input, output);
    case "image":
      return optimizeImage(session, input, output);
    case undefined:
      throw new CliFailure(`Unsupported file type: ${extname(input)}`);
  }
}

export async function optimizeMedia(session: Session): Promise<void> {
  const output = session.text("output") ?? "";
  await optimizeFile(session, session.text("input") ?? "", output);
  session.success(`Optimized: ${output}`);
}

/** Copies streams: pieces begin at key frames, and there are as many as ffmpeg makes of them. */
export async function splitMedia(session: Session): Promise<void> {
  const input = session.text("input") ?? "";
  const folder = session.text("outputDir") ?? "./chunks";
  const seconds = Number(session.text("chunkDuration") ?? 3600);
  const { seconds: length } = await probe(input);
  if (length <= seconds) {
    session.print(`Created 1 chunk(s) in ${folder}`);
    return session.info(input);
  }
  mkdirSync(folder, { recursive: true });
  const stem = basename(input, extname(input));
  const pattern = join(folder, `${stem}_chunk_%03d${extname(input)}`);
  const cut = ["-f", "segment", "-segment_time", String(seconds), "-reset_timestamps", "1"];
  await encode("ffmpeg", ["-i", input, "-c", "copy", "-map", "0", ...cut, "-y", pattern]);
  const chunks = readdirSync(folder)
    .filter((name) => name.startsWith(`${stem}_chunk_`))
    .toSorted();
  session.print(`Created ${chunks.length} chunk(s) in ${folder}`);
  for (const name of chunks) session.info(join(folder, name));
}

export async function batchMedia(session: Session): Promise<void> {
  const [from, to] = [session.text("inputDir") ?? "", session.text("outputDir") ?? ""];
  const names = readdirSync(from).filter((name) => statSync(join(from, name)).isFile() && kindOf(name) !== undefined);
  mkdirSync(to, { recursive: true });
  let failed = 0;
  for (const name of names) {
    try {
      await optimizeFile(session, join(from, name), join(to, name));
    } catch (error) {
      if (!(error instanceof CliFailure)) throw error;
      failed += 1;
      session.error(`Failed: ${name} — ${error.message}`);
    }
  }
  session.print(`Processed: ${names.length - failed}/${names.length} files`);
  if (failed === 0) return;
  session.print(`Failed: ${failed}`);
  process.exitCode = 1;
}
