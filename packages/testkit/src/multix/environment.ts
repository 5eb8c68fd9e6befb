/** The env files of the CLI, read by its own dotenv in its own order, and the keys that each command needs. */

import { homedir } from "node:os";
import { join } from "node:path";
import { config } from "dotenv";
import { CliFailure } from "./failure.ts";

/** The first place that defines a variable wins, also with an empty value. Changes `process.env`, as the CLI does. */
export function loadEnvFiles(): void {
  config({ path: join(process.cwd(), ".env") });
  if ((process.env["MULTIX_DISABLE_HOME_ENV"] ?? "") === "") config({ path: join(homedir(), ".multix", ".env") });
}

const KEY_PAGES: Readonly<Record<string, string>> = {
  GEMINI_API_KEY: "https://aistudio.google.com/apikey",
  OPENAI_API_KEY: "https://platform.openai.com/api-keys",
  MINIMAX_API_KEY: "https://platform.minimax.io",
  OPENROUTER_API_KEY: "https://openrouter.ai/keys",
  LEONARDO_API_KEY: "https://app.leonardo.ai/api-access",
  ELEVENLABS_API_KEY: "https://elevenlabs.io/app/settings/api-keys",
  FAL_KEY: "https://fal.ai/dashboard/keys",
};

const valueOf = (name: string): string => process.env[name] ?? "";
const namesIn = (need: string): string[] => need.split("|").filter((name) => !name.startsWith("<"));

function missingMessage(need: string): string {
  const [name = ""] = namesIn(need);
  if (need.includes("<codex login>"))
    return "Set OPENAI_API_KEY or run `codex login` for the experimental image driver";
  if (name === "BYTEPLUS_API_KEY")
    return "BytePlus API key not set. Set BYTEPLUS_API_KEY or ARK_API_KEY. Get one at https://console.byteplus.com/ark";
  if (name.startsWith("CLOUDFLARE_") || name === "REPLICATE_API_TOKEN")
    return `${name} is required for Cloudflare media generation`;
  return `${name} is not set. Get one at ${KEY_PAGES[name] ?? "the provider"}`;
}

/** @throws CliFailure in the words of the CLI; `needs` as in the surface: all of them, `A|B` is either */
export function requireKeys(needs: readonly string[]): void {
  const lacking = needs.find((need) => namesIn(need).every((name) => valueOf(name) === ""));
  if (lacking !== undefined) throw new CliFailure(missingMessage(lacking));
}

/** The secret that a request would carry; empty where the command needs none. */
export function sentKey(needs: readonly string[]): string {
  const names = needs.flatMap(namesIn).filter((name) => !name.endsWith("_ID"));
  return names.map(valueOf).find((value) => value !== "") ?? "";
}
