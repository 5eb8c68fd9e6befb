/** Carries out one parsed call: refusals, keys, work, and each family's way to report a failing provider. */

import { ACCOUNT_ACTIONS } from "./commands/account.ts";
import { cloudflareSpeech, makeSound, transcribe } from "./commands/audio.ts";
import { checkSetup } from "./commands/check.ts";
import { falResult, falRun, falStatus, falVideo } from "./commands/fal.ts";
import { generateImages } from "./commands/image.ts";
import { batchMedia, optimizeMedia, splitMedia } from "./commands/media.ts";
import { convertDocuments, reportOnFiles } from "./commands/report.ts";
import {
  byteplusVideo,
  cloudflareVideo,
  geminiVideo,
  leonardoVideo,
  minimaxVideo,
  openrouterVideo,
  videoStatus,
} from "./commands/video.ts";
import { requireKeys } from "./environment.ts";
import { CliFailure, marked, ProviderFailure } from "./failure.ts";
import { refuseCall } from "./refusals.ts";
import type { Session } from "./session.ts";

type Action = (session: Session) => Promise<void>;

const ACTIONS: Readonly<Record<string, Action>> = {
  ...ACCOUNT_ACTIONS,
  check: checkSetup,
  "gemini analyze": reportOnFiles,
  "gemini transcribe": reportOnFiles,
  "gemini extract": reportOnFiles,
  "gemini generate": generateImages,
  "gemini image-to-image": generateImages,
  "gemini generate-video": geminiVideo,
  "gemini image-to-video": geminiVideo,
  "gemini generate-speech": makeSound,
  "minimax generate": generateImages,
  "minimax image-to-image": generateImages,
  "minimax generate-video": minimaxVideo,
  "minimax generate-speech": makeSound,
  "minimax generate-music": makeSound,
  "openai generate": generateImages,
  "openai image-to-image": generateImages,
  "openai generate-speech": makeSound,
  "openai transcribe": transcribe,
  "openrouter generate": generateImages,
  "openrouter image-to-image": generateImages,
  "openrouter image-to-video": openrouterVideo,
  "openrouter video-status": videoStatus,
  "leonardo generate": generateImages,
  "leonardo image-to-image": generateImages,
  "leonardo video": leonardoVideo,
  "leonardo image-to-video": leonardoVideo,
  "leonardo status": videoStatus,
  "byteplus generate": generateImages,
  "byteplus image-to-image": generateImages,
  "byteplus video": byteplusVideo,
  "byteplus image-to-video": byteplusVideo,
  "byteplus reference-to-video": byteplusVideo,
  "byteplus generate-3d": byteplusVideo,
  "byteplus status": videoStatus,
  "cloudflare generate": generateImages,
  "cloudflare generate-speech": cloudflareSpeech,
  "cloudflare generate-video": cloudflareVideo,
  "cloudflare video-status": videoStatus,
  "elevenlabs tts": makeSound,
  "elevenlabs music": makeSound,
  "elevenlabs sfx": makeSound,
  "elevenlabs voice-changer": makeSound,
  "elevenlabs isolate": makeSound,
  "elevenlabs transcribe": transcribe,
  "fal image": generateImages,
  "fal video": falVideo,
  "fal run": falRun,
  "fal status": falStatus,
  "fal result": falResult,
  "media optimize": optimizeMedia,
  "media split": splitMedia,
  "media batch": batchMedia,
  "doc convert": convertDocuments,
};

/** Every command that has something to do here, for the test that none is forgotten. */
export const performedCommands: readonly string[] = Object.keys(ACTIONS);

const MARKED = ["gemini generate-speech", "openrouter generate"];

function reported(session: Session, failure: ProviderFailure): CliFailure {
  const { message, status } = failure;
  if (session.name === "gemini generate") return marked(`Generation failed: ${message}`);
  if (session.name === "gemini generate-video") return new CliFailure(`Video generation submit failed: ${message}`);
  if (session.name === "gemini image-to-video") return new CliFailure(`Submit failed: ${message}`);
  if (MARKED.includes(session.name) || session.provider === "minimax") return marked(message);
  if (session.provider !== "cloudflare") return new CliFailure(message);
  return new CliFailure(status === undefined ? "fetch failed" : `Cloudflare request failed with HTTP ${status}`);
}

function withKeys(session: Session): void {
  try {
    requireKeys(session.call.command.requiresKeys ?? []);
  } catch (error) {
    if (error instanceof CliFailure && session.name === "gemini generate")
      throw marked(`Generation failed: ${error.message}`);
    throw error;
  }
}

/** @throws CliFailure for what the CLI reports; system errors as they are, which the CLI shows as `Error: ...` */
export async function perform(session: Session): Promise<void> {
  const action = ACTIONS[session.name];
  if (action === undefined) throw new TypeError(`Stand-in: nothing to do for ${session.name}`);
  withKeys(session);
  refuseCall(session);
  try {
    await action(session);
  } catch (error) {
    throw error instanceof ProviderFailure ? reported(session, error) : error;
  }
}
