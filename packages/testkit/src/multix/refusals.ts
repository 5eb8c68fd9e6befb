/**
 * What the CLI's own code refuses before it asks a provider, beside what its parser refuses. Values of an option with
 * enforced choices, references that are no image, limits that a provider's module checks.
 */

import { statSync } from "node:fs";
import { extname } from "node:path";
import { CliFailure, marked } from "./failure.ts";
import { optionName } from "./program.ts";
import type { Session } from "./session.ts";
import { longFlag } from "./surface.ts";

const IMAGE_EXTENSIONS = [".jpg", ".jpeg", ".png", ".webp", ".gif"];
const REFERENCE_LIMIT_MB: Readonly<Record<string, number>> = { gemini: 7, openrouter: 8 };
const isWeb = (value: string): boolean => /^https?:\/\//i.test(value);

function isAllowed(session: Session, flag: string, value: string, choices: readonly string[]): boolean {
  if (choices.includes(value)) return true;
  const isVoiceId = session.name === "gemini generate-speech" && flag === "--voice" && /^voice(key)?_/.test(value);
  return isVoiceId && (session.text("model") ?? "gemini-3.8-").startsWith("gemini-3.8-");
}

/** `--image-format` is missing here: the CLI looks at it only when the image is paid for. */
function refuseChoices(session: Session): void {
  for (const option of session.call.command.options) {
    const flag = longFlag(option);
    const value = session.text(optionName(option));
    if (option.choicesEnforced !== true || value === undefined || flag === "--image-format") continue;
    const choices = option.choices ?? [];
    if (isAllowed(session, flag, value, choices)) continue;
    const exitCode = session.provider === "leonardo" && flag === "--image-type" ? 2 : 1;
    throw new CliFailure(`Invalid ${flag}: ${value}. Valid: ${choices.join(", ")}`, { exitCode });
  }
}

function refuseReferences(session: Session): void {
  const { provider } = session;
  if (!session.name.endsWith("image-to-image")) return;
  if (provider === "leonardo") return;
  const single = session.text("ref");
  const refs = single === undefined ? session.list("ref") : [single];
  if (refs.length === 0) throw new CliFailure("At least one --ref is required (repeat for more references)");
  for (const ref of refs) if (!isWeb(ref)) refuseImageFile(ref, REFERENCE_LIMIT_MB[provider] ?? 25);
}

/** @throws CliFailure, or Node's own ENOENT, whose text the CLI shows as it is */
export function refuseImageFile(path: string, limitMb: number): void {
  const { size } = statSync(path);
  const extension = extname(path).toLowerCase();
  if (!IMAGE_EXTENSIONS.includes(extension))
    throw new CliFailure(`Unsupported image extension '${extension}'. Allowed: ${IMAGE_EXTENSIONS.join(", ")}`);
  if (size > limitMb * 1024 * 1024) throw new CliFailure(`Image too large: ${path}. Max ${limitMb} MB`);
}

/** A whole number in a range, as the few options that the CLI checks need it. */
function refuseNumber(session: Session, name: string, flag: string, from: number, to: number): void {
  const value = session.text(name);
  if (value === undefined) return;
  const number = Number(value);
  if (!Number.isInteger(number) || number < from || number > to)
    throw new CliFailure(`Invalid ${flag}: ${value}. Must be an integer from ${from} to ${to}`);
}

function refuseShare(session: Session, name: string, flag: string, to: number, exitCode: number): void {
  const value = session.text(name);
  if (value === undefined) return;
  const number = Number(value);
  if (!(number >= 0 && number <= to)) throw new CliFailure(`Invalid ${flag}: ${value}. Range: 0-${to}`, { exitCode });
}

function needOneOf(session: Session, ...names: string[]): void {
  if (names.some((name) => (session.text(name) ?? "") !== "" || session.list(name).length > 0)) return;
  throw new CliFailure(`Provide ${names.map((name) => `--${name}`).join(" or ")}`);
}

const CHECKS: Readonly<Record<string, (session: Session) => void>> = {
  "gemini generate-video": (session) => {
    refuseVeo(session);
    for (const file of session.list("referenceImages").slice(0, 2)) refuseImageFile(file, 25);
  },
  "gemini image-to-video": (session) => {
    refuseVeo(session);
    refuseImageFile(session.operand(0), 25);
    const last = session.text("lastFrame");
    if (last !== undefined) refuseImageFile(last, 25);
  },
  "gemini generate-speech": (session) => {
    needOneOf(session, "text", "prompt");
    const speakers = session.list("speaker");
    if (speakers.length > 2) throw new CliFailure("At most 2 --speaker values are supported");
    const odd = speakers.find((speaker) => !/^[^:]+:[^:]+$/.test(speaker));
    if (odd !== undefined) throw new CliFailure(`Invalid --speaker: ${odd}. Use name:voice`);
    if (session.text("style") !== undefined && !(session.text("model") ?? "gemini-3.8-").startsWith("gemini-3.8-"))
      throw new CliFailure("--style needs a Gemini 3.8 TTS model");
  },
  "minimax generate-video": (session) => {
    const frame = session.text("firstFrame");
    if (frame !== undefined && !frame.startsWith("http")) throw marked("--first-frame must be a URL");
  },
  "minimax generate-speech": (session) => needOneOf(session, "text", "prompt"),
  "minimax generate-music": (session) => needOneOf(session, "lyrics", "prompt"),
  "openai generate": (session) => refuseNumber(session, "numImages", "--num-images", 1, 10),
  "openai generate-speech": (session) => needOneOf(session, "text", "prompt"),
  "openai transcribe": (session) => {
    statSync(session.text("input") ?? "");
    const [names, samples] = [session.list("knownSpeakerName"), session.list("knownSpeakerReference")];
    if (names.length !== samples.length || names.length > 4)
      throw new CliFailure("--known-speaker-name and --known-speaker-reference must pair up, at most 4");
  },
  "openrouter image-to-image": (session) => refuseShare(session, "strength", "--strength", 1, 1),
  "leonardo image-to-image": (session) => refuseShare(session, "initStrength", "--init-strength", 0.9, 2),
  "byteplus generate": (session) => {
    for (const file of session.list("inputImage")) if (!isWeb(file)) refuseImageFile(file, 25);
  },
  "byteplus image-to-video": (session) => {
    for (const file of [session.operand(0), session.text("lastFrame")])
      if (file !== undefined && !isWeb(file)) refuseImageFile(file, 25);
  },
  "byteplus reference-to-video": (session) => {
    const counts = { refImage: 9, refVideo: 3, refAudio: 3 } as const;
    const given = Object.entries(counts).map(([name, most]) => [session.list(name).length, most] as const);
    if (given.every(([count]) => count === 0))
      throw new CliFailure("At least one reference is required", { exitCode: 2 });
    if (given.some(([count, most]) => count > most)) throw new CliFailure("Too many references");
  },
  "byteplus generate-3d": (session) => needOneOf(session, "prompt", "inputImage"),
  "cloudflare generate": (session) => {
    refuseEmpty(session, "prompt");
    refuseNumber(session, "steps", "--steps", 1, 8);
    refuseNumber(session, "seed", "--seed", 0, Number.MAX_SAFE_INTEGER);
  },
  "cloudflare generate-speech": (session) => refuseEmpty(session, "text"),
  "cloudflare generate-video": (session) => {
    refuseEmpty(session, "prompt");
    refuseNumber(session, "duration", "--duration", 1, Number.MAX_SAFE_INTEGER);
    refuseNumber(session, "fps", "--fps", 1, Number.MAX_SAFE_INTEGER);
  },
  "elevenlabs tts": (session) => needOneOf(session, "text", "prompt"),
  "elevenlabs sfx": (session) => needOneOf(session, "text", "prompt"),
  "elevenlabs music": (session) => {
    needOneOf(session, "prompt", "plan");
    const plan = session.text("plan");
    if (plan !== undefined) statSync(plan);
  },
  "elevenlabs transcribe": (session) => void statSync(session.text("input") ?? ""),
  "elevenlabs isolate": (session) => void statSync(session.text("input") ?? ""),
  "elevenlabs align": (session) => void statSync(session.text("input") ?? ""),
  "elevenlabs voice-changer": (session) => void statSync(session.text("input") ?? ""),
  "elevenlabs clone": (session) => {
    const audio = session.text("audio");
    const files = session.list("files");
    if (files.length === 0 && audio === undefined) throw new CliFailure("Provide --files or --audio");
    for (const file of files.length > 0 ? files : [audio ?? ""]) statSync(file);
    refuseJson(session.text("labels"), "--labels");
  },
  "elevenlabs dub": (session) => {
    if (session.text("input") === undefined && session.text("sourceUrl") === undefined)
      throw new CliFailure("Provide --input or --source-url");
  },
};

function refuseVeo(session: Session): void {
  const model = session.text("model");
  if (model !== undefined && !model.startsWith("veo-"))
    throw new CliFailure(`Invalid video model: ${model}. Use veo-*`);
}

/** Only cloudflare and speech commands look; image providers take an empty prompt, and charge for it. */
function refuseEmpty(session: Session, name: string): void {
  if ((session.text(name) ?? "").trim() === "") throw new CliFailure(`--${name} must not be empty`);
}

function refuseJson(text: string | undefined, flag: string): void {
  if (text === undefined) return;
  try {
    JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new CliFailure(`Invalid JSON in ${flag}: ${error.message}`);
  }
}

/** @throws CliFailure, or a file system error */
export function refuseCall(session: Session): void {
  refuseChoices(session);
  refuseReferences(session);
  CHECKS[session.name]?.(session);
}
