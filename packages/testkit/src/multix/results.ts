/** What each command of the real CLI writes and prints when it succeeds. */

import { copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, extname, join, resolve } from "node:path";
import type { MultixBehaviour } from "./behaviour.ts";
import { bytesOf, type Container } from "./media-bytes.ts";
import type { ParsedCall } from "./program.ts";

export interface Writer {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly behaviour: MultixBehaviour;
  out(line: string): void;
  err(line: string): void;
}

const text = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

function folderOf({ cwd, env }: Writer): string {
  return resolve(cwd, env["MULTIX_OUTPUT_DIR"] ?? "multix-output");
}

function write(writer: Writer, file: string, container: Container): void {
  if (writer.behaviour.writeNothing === true) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytesOf(writer.behaviour.container ?? container));
}

let made = 0;
const nextName = (stem: string, extension: string): string => `${stem}_${Date.now()}_${(made += 1)}.${extension}`;

/** A copy for `--output`, parent folders made, an existing file replaced. */
function copy(writer: Writer, file: string, output: string | undefined, say: (given: string) => string): void {
  if (output === undefined || writer.behaviour.writeNothing === true) return;
  const target = resolve(writer.cwd, output);
  mkdirSync(dirname(target), { recursive: true });
  copyFileSync(file, target);
  writer.out(say(output));
}

function image(writer: Writer, { command, options }: ParsedCall): void {
  const [provider = ""] = command.path;
  const output = text(options["output"]);
  if (provider === "cloudflare") {
    const file = resolve(writer.cwd, output ?? join(folderOf(writer), nextName("cloudflare_image", "jpg")));
    write(writer, file, "jpeg");
    writer.out(`✓ Saved ${file}`);
    writer.out(file);
    return;
  }
  const count = Number(options["numImages"] ?? options["num"] ?? 1) || 1;
  const files = Array.from({ length: count }, () => join(folderOf(writer), nextName(`${provider}_image`, "png")));
  const colon = ["leonardo", "byteplus", "fal"].includes(provider) ? "" : ":";
  for (const file of files) {
    write(writer, file, "png");
    writer.out(`✓ Saved${colon} ${file}`);
  }
  copy(writer, files[0] ?? "", output, (given) =>
    colon === "" ? `✓ Copied to ${resolve(writer.cwd, given)}` : `✓ Copied to: ${given}`,
  );
  writer.out("");
  writer.out(`Generated ${files.length} image(s):`);
  for (const file of files) writer.out(`  ${file}`);
}

function job(writer: Writer, provider: string): void {
  writer.out("job-0001");
  writer.err(
    `  Poll with: multix ${provider} ${provider === "openrouter" || provider === "cloudflare" ? "video-status" : "status"} job-0001`,
  );
}

function video(writer: Writer, { command, options }: ParsedCall): void {
  const [provider = ""] = command.path;
  const output = text(options["output"]);
  const waits = options["wait"] === true || options["download"] === true;
  const leaves = ["leonardo", "openrouter", "cloudflare"].includes(provider);
  if ((leaves && !waits) || options["async"] === true) return job(writer, provider);
  const file = join(folderOf(writer), nextName(`${provider}_video`, "mp4"));
  if (provider === "byteplus" || provider === "leonardo" || provider === "cloudflare") {
    const target = resolve(writer.cwd, output ?? file);
    write(writer, target, "mp4");
    writer.out(`✓ Saved ${target}`);
    writer.out("");
    writer.out("Task: job-0001");
    writer.out(`Saved: ${output ?? target}`);
    return;
  }
  write(writer, file, "mp4");
  writer.out(provider === "fal" ? "Generated 1 file(s):" : `✓ Saved video: ${file}`);
  if (provider === "fal") writer.out(`  ${file}`);
  copy(writer, file, output, (given) => `✓ Copied to: ${given}`);
  if (provider !== "fal") writer.out(`\nGenerated video: ${file}`);
}

function audio(writer: Writer, { command, options }: ParsedCall, what: string): void {
  const [provider = ""] = command.path;
  const output = text(options["output"]);
  const extension = text(options["outputFormat"]) ?? (provider === "gemini" ? "wav" : "mp3");
  const container = extension === "wav" ? "wav" : "mp3";
  if (provider === "cloudflare") {
    const file = resolve(writer.cwd, output ?? join(folderOf(writer), nextName("cloudflare_speech", "mp3")));
    write(writer, file, "mp3");
    writer.out(`✓ Saved ${file}`);
    writer.out(file);
    return;
  }
  const file = join(folderOf(writer), nextName(`${provider}_${what.toLowerCase()}`, extension.split("_")[0] ?? "mp3"));
  write(writer, file, container);
  writer.out(`✓ Saved: ${file} (0.1 KB)`);
  copy(writer, file, output, (given) => `✓ Copied to: ${given}`);
  writer.out("");
  writer.out(`Generated ${what}: ${file}`);
}

function transcript(writer: Writer, { options }: ParsedCall): void {
  const file = resolve(writer.cwd, text(options["output"]) ?? join(folderOf(writer), nextName("transcribe", "txt")));
  write(writer, file, "text");
  writer.out(`✓ Saved transcript: ${file}`);
  writer.out("");
  writer.out("hello from the recording");
}

function report(writer: Writer, { command, options }: ParsedCall): void {
  const output = text(options["output"]);
  if (command.path.join(" ") === "doc convert") {
    const file = resolve(writer.cwd, output ?? join(folderOf(writer), "document-extraction.md"));
    write(writer, file, "text");
    writer.out(`Output saved to: ${file}`);
    return;
  }
  if (output !== undefined) return write(writer, resolve(writer.cwd, output), "text");
  for (const file of [options["files"]].flat())
    writer.out(`[${String(file)}]\nStatus: success\nResult:\nwhat the model sees\n`);
}

/** Copies instead of encoding: what ffmpeg does is not the CLI's surface. */
function media(writer: Writer, { command, options }: ParsedCall): boolean {
  const input = resolve(writer.cwd, String(options["input"] ?? options["inputDir"]));
  if (!existsSync(input)) {
    writer.err(`Error: Cannot read media info from: ${input}`);
    return false;
  }
  if (command.path[1] === "optimize") {
    const given = String(options["output"]);
    if (resolve(writer.cwd, given) === input) {
      writer.err("Error: ffmpeg failed: output is the same as input");
      return false;
    }
    copyFileSync(input, resolve(writer.cwd, given));
    writer.out(`✓ Optimized: ${given}`);
    return true;
  }
  const folder = resolve(writer.cwd, String(options["outputDir"]));
  mkdirSync(folder, { recursive: true });
  if (command.path[1] === "split") {
    const part = join(folder, `part_000${extname(input)}`);
    copyFileSync(input, part);
    writer.out(`Created 1 chunk(s) in ${folder}`);
    writer.out(`  ${part}`);
  } else writer.out("Processed: 1/1 files");
  return true;
}

function status(writer: Writer, { command, positionals, options }: ParsedCall): void {
  const [provider = ""] = command.path;
  const word = writer.behaviour.jobStatus ?? "processing";
  if (provider === "byteplus") writer.out(JSON.stringify({ id: positionals[0], status: word }));
  else if (provider === "cloudflare") writer.out(`${positionals[0]}: ${word}`);
  else writer.err(`  status: ${word}`);
  if (options["download"] !== true) return;
  const file = resolve(
    writer.cwd,
    text(options["output"]) ?? join(folderOf(writer), `${provider}_video_${positionals[0]}.mp4`),
  );
  write(writer, file, "mp4");
  writer.out(`✓ Saved ${file}`);
  writer.out(`Saved: ${text(options["output"]) ?? file}`);
}

/** @returns false when the command failed */
export function produce(writer: Writer, call: ParsedCall): boolean {
  const name = call.command.path.slice(1).join(" ");
  const group = call.command.path[0];
  if (group === "media") return media(writer, call);
  if (name.endsWith("status")) status(writer, call);
  else if (/^(generate|image-to-image|image)$/.test(name)) image(writer, call);
  else if (/video/.test(name) && !name.endsWith("models")) video(writer, call);
  else if (/speech$|^tts$|voice-changer|isolate/.test(name)) audio(writer, call, "audio");
  else if (name.endsWith("music")) audio(writer, call, "music");
  else if (name === "sfx") audio(writer, call, "SFX");
  else if (name === "transcribe" && group !== "gemini") transcript(writer, call);
  else if (/analyze|transcribe|extract|convert/.test(name)) report(writer, call);
  else if (name === "clone") writer.out("Created voice: voice-0001");
  else writer.out("id-1\tName of the first\nid-2\tName of the second");
  return true;
}
