/** The provider's side of a run: it works, answers, refuses, floods or hangs, as the behaviour says. */

import { spawn } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { sentKey } from "./environment.ts";
import { ProviderFailure } from "./failure.ts";
import type { Session } from "./session.ts";

const HOSTS: Readonly<Record<string, string>> = {
  gemini: "https://generativelanguage.googleapis.com/v1beta/models",
  openai: "https://api.openai.com/v1",
  minimax: "https://api.minimax.io/v1",
  openrouter: "https://openrouter.ai/api/v1",
  leonardo: "https://cloud.leonardo.ai/api/rest/v1",
  byteplus: "https://ark.ap-southeast.bytepluses.com/api/v3",
  cloudflare: "https://api.cloudflare.com/client/v4",
  elevenlabs: "https://api.elevenlabs.io/v1",
  fal: "https://queue.fal.run",
  doc: "https://generativelanguage.googleapis.com/v1beta/models",
};
const MAX_BODY_CHARACTERS = 500;

async function writeOut(text: string): Promise<void> {
  if (!process.stdout.write(text)) await new Promise((resolve) => process.stdout.once("drain", resolve));
}

async function echo(key: string): Promise<void> {
  const half = Math.ceil(key.length / 2);
  await writeOut(`  sending ${key.slice(0, half)}`);
  await delay(50);
  await writeOut(`${key.slice(half)} now\n`);
}

/**
 * One request. Resolves when the provider has done its work.
 * @throws ProviderFailure with the message that the CLI's HTTP layer makes
 */
export async function request(session: Session): Promise<void> {
  const { behaviour } = session;
  const url = `${HOSTS[session.provider] ?? "https://provider.example"}/request`;
  const key = sentKey(session.call.command.requiresKeys ?? []);
  if (behaviour.ignoreSignals === true) for (const name of ["SIGTERM", "SIGINT"]) process.on(name, () => {});
  if (behaviour.leaveChild === true)
    spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit" });
  session.debug(`POST ${url}`);
  for (let line = 0; line < (behaviour.floodLines ?? 0); line += 1) await writeOut(`  working, step ${line}\n`);
  if (behaviour.echoKey === true) await echo(key);
  if (behaviour.delayMs !== undefined) await delay(behaviour.delayMs);
  // A timer keeps the process alive; a promise alone would not.
  while (behaviour.hang === true) await delay(60_000);
  if (behaviour.networkDown === true) throw new ProviderFailure(`HTTP 0 from ${url}: fetch failed`, undefined);
  if (behaviour.refuse === undefined) return;
  const { status, body } = behaviour.refuse;
  const shown = body.replaceAll("$KEY", key).slice(0, MAX_BODY_CHARACTERS);
  throw new ProviderFailure(`HTTP ${status} from ${url}: ${shown}`, status);
}
