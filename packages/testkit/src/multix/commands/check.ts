/** `multix check`: shows ten characters of every key, and takes a working ffmpeg for missing, as the real one does. */

import { ProviderFailure } from "../failure.ts";
import { runLocal } from "../local-program.ts";
import { request } from "../provider.ts";
import type { Session } from "../session.ts";

const OPTIONAL_KEYS = [
  "OPENROUTER_API_KEY",
  "OPENAI_API_KEY",
  "MINIMAX_API_KEY",
  "LEONARDO_API_KEY",
  "BYTEPLUS_API_KEY",
  "ELEVENLABS_API_KEY",
  "FAL_KEY",
];

const valueOf = (name: string): string => process.env[name] ?? "";
const masked = (key: string): string => (key.length <= 10 ? "***" : `${key.slice(0, 6)}...${key.slice(-4)}`);

function header(session: Session, title: string): void {
  session.print();
  session.print("=".repeat(60));
  session.print(title);
  session.print("=".repeat(60));
  session.print();
}

/** `--version` is what it asks: real ffmpeg answers that with an error, which it reads as absence. */
async function answers(name: string): Promise<boolean> {
  try {
    const { exitCode, stdout, stderr } = await runLocal(name, ["--version"]);
    return exitCode === 0 && !/not found/i.test(`${stdout}${stderr}`);
  } catch (error) {
    if (error instanceof Error && error.name === "CliFailure") return false;
    throw error;
  }
}

async function reportTools(session: Session): Promise<void> {
  header(session, "Tooling");
  if (await answers("ffmpeg")) session.success("ffmpeg found");
  else session.warn("ffmpeg not found");
  if (await answers("magick")) session.success("magick (ImageMagick) found");
  else session.warn("magick (ImageMagick) not found");
}

function reportKeys(session: Session): boolean {
  header(session, "API Keys");
  const gemini = valueOf("GEMINI_API_KEY");
  if (gemini === "") session.warn("GEMINI_API_KEY not set (Gemini features unavailable)");
  else session.success(`GEMINI_API_KEY found — ${masked(gemini)}`);
  let isAny = gemini !== "";
  for (const name of OPTIONAL_KEYS) {
    const value = valueOf(name) || (name === "BYTEPLUS_API_KEY" ? valueOf("ARK_API_KEY") : "");
    const label = name === "BYTEPLUS_API_KEY" ? `${name} (or ARK_API_KEY)` : name;
    if (value === "") session.info(`${label} not set (optional)`);
    else session.success(`${label} found — ${masked(value)}`);
    isAny ||= value !== "";
  }
  return reportCloudflare(session) || isAny;
}

function reportCloudflare(session: Session): boolean {
  const has = (...names: string[]): boolean => names.every((name) => valueOf(name) !== "");
  if (!has("CLOUDFLARE_ACCOUNT_ID", "CLOUDFLARE_API_TOKEN")) {
    session.info("Cloudflare media needs CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN (optional)");
    return false;
  }
  session.success("Cloudflare Workers AI credentials configured (image and speech)");
  if (has("CLOUDFLARE_AI_GATEWAY_ID", "REPLICATE_API_TOKEN"))
    session.success("Cloudflare AI Gateway video credentials configured");
  else session.info("Cloudflare video needs CLOUDFLARE_AI_GATEWAY_ID and REPLICATE_API_TOKEN");
  return true;
}

/** Only a refusal of the key counts; a provider that is down does not. */
async function pingGemini(session: Session): Promise<boolean> {
  header(session, "Gemini Connectivity");
  try {
    await request(session);
    session.success("Gemini API reachable");
    return true;
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    if (error.status !== undefined && [400, 401, 403].includes(error.status)) {
      session.error(`Gemini API key rejected: ${error.message}`);
      return false;
    }
    session.warn(`Gemini network error (API may be down): ${error.message}`);
    return true;
  }
}

export async function checkSetup(session: Session): Promise<void> {
  await reportTools(session);
  const isAny = reportKeys(session);
  const isReachable = valueOf("GEMINI_API_KEY") === "" || (await pingGemini(session));
  header(session, isAny ? "Summary" : "No Provider Keys Configured");
  if (!isAny) session.info("Set a key in ~/.multix/.env");
  else if (isReachable) session.success("Ready");
  if (!isAny || !isReachable) process.exitCode = 1;
}
