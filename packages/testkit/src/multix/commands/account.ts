/** Lists, account data, and what changes things at a provider: everything that makes no media of its own. */

import { join, resolve } from "node:path";
import { CliFailure } from "../failure.ts";
import { runningJob } from "../jobs.ts";
import { request } from "../provider.ts";
import { sampleMedia } from "../sample-media.ts";
import { saveSample, writeResult } from "../save.ts";
import type { Session } from "../session.ts";

type Action = (session: Session) => Promise<void>;

/** After one request, the lines. */
const lines =
  (...text: string[]): Action =>
  async (session) => {
    await request(session);
    for (const line of text) session.print(line);
  };

const printJson =
  (value: (session: Session) => unknown): Action =>
  async (session) => {
    await request(session);
    session.print(JSON.stringify(value(session), null, 2));
  };

async function designVoice(session: Session): Promise<void> {
  await request(session);
  for (const number of [1, 2, 3]) {
    const path = saveSample(session, `${session.text("outputPrefix") ?? "design"}_${number}.mp3`, "mp3");
    session.print(`Preview ${number}: voice_id=preview-${number}  file=${path}`);
  }
}

async function dub(session: Session): Promise<void> {
  await request(session);
  const job = runningJob(session);
  session.print(`Dubbing job: ${job.id} (expected ~60s)`);
  if (session.isOn("async") && !session.isOn("wait") && !session.isOn("download")) return;
  await job.wait(Number(session.text("waitTimeout") ?? 1_800_000));
  session.success(`Dub complete: ${job.id}`);
  if (!session.isOn("download")) return;
  const output = session.text("output");
  const path = resolve(
    output ?? join(session.outputFolder(), `elevenlabs_dub_${job.id}_${session.text("targetLang")}.mp4`),
  );
  writeResult(session, path, sampleMedia("mp4"));
  session.print(`Dubbed file: ${path}`);
}

async function align(session: Session): Promise<void> {
  await request(session);
  const path = resolve(session.text("output") ?? join(session.outputFolder(), `elevenlabs_align_${Date.now()}.json`));
  writeResult(session, path, Buffer.from('{"characters":[],"words":[]}\n'));
  session.success(`Saved alignment: ${path}`);
}

async function upscale(session: Session): Promise<void> {
  await request(session);
  const { id } = runningJob(session);
  session.success(`variationId: ${id}`);
  session.print(id);
  session.note(`Use: multix leonardo variation ${id}`);
}

export const ACCOUNT_ACTIONS: Readonly<Record<string, Action>> = {
  "openrouter video-models": lines("google/veo-3.1\tVeo 3.1", "minimax/hailuo-02\tHailuo 02"),
  "leonardo models": async (session) => {
    await request(session);
    const rows = ["model-1\tLeonardo Phoenix", "model-2\tLeonardo Vision"];
    for (const row of rows.slice(0, Number(session.text("limit") ?? rows.length))) session.print(row);
  },
  "leonardo video-models": async (session) => {
    session.print("MOTION2\tMotion 2.0\t[t2v,i2v]");
  },
  "leonardo me": lines("✓ User: stand-in", "Tokens: 100"),
  "leonardo upscale": upscale,
  "leonardo variation": lines("COMPLETE\thttps://cdn.leonardo.example/variation.jpg"),
  "elevenlabs voices list": lines("voice-1\tRachel\t(premade)", "1 voice(s)"),
  "elevenlabs voices get": printJson((session) => ({ voice_id: session.operand(0), name: "Rachel" })),
  "elevenlabs voices search": lines("voice-2\tAdam\t(professional)"),
  "elevenlabs voices design": designVoice,
  "elevenlabs voices create-from-preview": lines("Created voice: voice-3"),
  "elevenlabs voices delete": async (session) => {
    await request(session);
    session.success(`Deleted voice: ${session.operand(0)}`);
  },
  "elevenlabs clone": lines("Created voice: voice-4"),
  "elevenlabs dub": dub,
  "elevenlabs dub-status": printJson((session) => ({ dubbing_id: session.operand(0), status: "dubbed" })),
  "elevenlabs align": align,
  "elevenlabs account": printJson(() => ({ tier: "free", character_count: 0 })),
  "elevenlabs models": lines("eleven_v3\tEleven v3\t[tts]"),
  // A bundled CLI looks for its package.json one folder too high.
  update: async () => {
    throw new CliFailure("ENOENT: no such file or directory, open '../../package.json'");
  },
};
