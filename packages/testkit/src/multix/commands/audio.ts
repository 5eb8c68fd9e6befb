/** Speech, music, effects and transcripts, and what ElevenLabs does with recordings. */

import { join, resolve } from "node:path";
import { request } from "../provider.ts";
import { type Container, sampleMedia, samplePcm } from "../sample-media.ts";
import { copyResult, writeResult } from "../save.ts";
import type { Session } from "../session.ts";

interface Sound {
  readonly extension: string;
  readonly bytes: Uint8Array;
}

const CONTAINERS: readonly Container[] = ["mp3", "wav", "flac", "opus", "aac"];

/** Raw samples and laws have no container; minimax names them `.mp3` all the same. */
function soundOf(session: Session, format: string): Sound {
  const [codec = format] = format.split("_");
  const chosen = session.behaviour.container;
  if (chosen !== undefined) return { extension: codec, bytes: sampleMedia(chosen) };
  const container = CONTAINERS.find((known) => known === codec);
  if (container !== undefined) return { extension: codec, bytes: sampleMedia(container) };
  const extension = session.provider === "minimax" ? "mp3" : codec === "ulaw" ? "ulaw" : "pcm";
  return { extension, bytes: samplePcm() };
}

const TASKS: Readonly<Record<string, { stem: string; line: string; silentCopy: boolean }>> = {
  "gemini generate-speech": { stem: "gemini_speech", line: "Generated audio", silentCopy: false },
  "openai generate-speech": { stem: "openai-speech", line: "Generated audio", silentCopy: true },
  "minimax generate-speech": { stem: "minimax_speech", line: "Generated audio", silentCopy: true },
  "minimax generate-music": { stem: "minimax_music", line: "Generated music", silentCopy: true },
  "elevenlabs tts": { stem: "elevenlabs_tts", line: "Generated audio", silentCopy: false },
  "elevenlabs voice-changer": { stem: "elevenlabs_voice-changer", line: "Generated audio", silentCopy: false },
  "elevenlabs music": { stem: "elevenlabs_music", line: "Generated music", silentCopy: false },
  "elevenlabs sfx": { stem: "elevenlabs_sfx", line: "Generated SFX", silentCopy: false },
  "elevenlabs isolate": { stem: "elevenlabs_isolate", line: "Isolated audio", silentCopy: false },
};

export async function makeSound(session: Session): Promise<void> {
  await request(session);
  const task = TASKS[session.name];
  if (task === undefined) throw new TypeError(`Stand-in: no sound task ${session.name}`);
  const joint = task.stem.includes("-") && session.provider === "openai" ? "-" : "_";
  const { extension, bytes } = soundOf(session, session.text("outputFormat") ?? session.text("format") ?? "mp3");
  const path = join(session.outputFolder(), `${task.stem}${joint}${Date.now()}.${extension}`);
  writeResult(session, path, bytes);
  const kilobytes = (bytes.byteLength / 1024).toFixed(1);
  if (task.line === "Generated audio") session.success(`Saved: ${path} (${kilobytes} KB)`);
  const output = session.text("output");
  if (output !== undefined) copyResult(session, path, output);
  if (output !== undefined && !task.silentCopy) session.success(`Copied to: ${output}`);
  session.print();
  session.print(`${task.line}: ${path}`);
}

export async function cloudflareSpeech(session: Session): Promise<void> {
  await request(session);
  const output = session.text("output");
  const path =
    output === undefined ? join(session.outputFolder(), `cloudflare_speech_${Date.now()}.mp3`) : resolve(output);
  writeResult(session, path, sampleMedia(session.behaviour.container ?? "mp3"));
  session.success(`Saved ${path}`);
  session.print(path);
}

const TRANSCRIPT = "This is what the recording says.";

function transcriptText(format: string): { extension: string; content: string } {
  switch (format) {
    case "json":
    case "diarized_json":
      return { extension: "json", content: `${JSON.stringify({ text: TRANSCRIPT }, null, 2)}\n` };
    case "srt":
      return { extension: "srt", content: `1\n00:00:00,000 --> 00:00:01,000\n${TRANSCRIPT}\n` };
    case "vtt":
      return { extension: "vtt", content: `WEBVTT\n\n00:00.000 --> 00:01.000\n${TRANSCRIPT}\n` };
    default:
      return { extension: "txt", content: `${TRANSCRIPT}\n` };
  }
}

export async function transcribe(session: Session): Promise<void> {
  await request(session);
  const format = session.text("format") ?? "text";
  const { extension, content } = transcriptText(format);
  const stem = session.provider === "openai" ? "openai-transcribe-" : "elevenlabs_transcribe_";
  const output = session.text("output");
  const path =
    output === undefined ? join(session.outputFolder(), `${stem}${Date.now()}.${extension}`) : resolve(output);
  writeResult(session, path, Buffer.from(content));
  session.success(`Saved transcript: ${path}`);
  if (session.provider === "elevenlabs") session.info("Language: en (0.99)");
  if (format !== "text") return;
  session.print();
  session.print(TRANSCRIPT);
}
