/** Which key a command would send, and what the real CLI says when there is none. */

import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { parse } from "dotenv";

/** Process, `.env` of the working directory, `~/.multix/.env`: the first place that defines a variable wins. */
export function effectiveEnvironment(cwd: string): Record<string, string | undefined> {
  const read = (file: string): Record<string, string> => (existsSync(file) ? parse(readFileSync(file)) : {});
  const isHomeRead = (process.env["MULTIX_DISABLE_HOME_ENV"] ?? "") === "";
  const home = isHomeRead ? read(join(homedir(), ".multix", ".env")) : {};
  return { ...home, ...read(join(cwd, ".env")), ...process.env };
}

const URLS: Readonly<Record<string, string>> = {
  GEMINI_API_KEY: "https://aistudio.google.com/apikey",
  FAL_KEY: "https://fal.ai/dashboard/keys",
};

/** The message of the first key that is missing, or undefined. @param requires as in the surface: `A|B` is either */
export function missingKey(
  requires: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const lacking = requires.find(
    (need) => !need.split("|").some((name) => (name === "<codex login>" ? false : (env[name] ?? "") !== "")),
  );
  if (lacking === undefined) return undefined;
  const [name = "", other] = lacking.split("|");
  if (name === "BYTEPLUS_API_KEY") return "BytePlus API key not set. Set BYTEPLUS_API_KEY or ARK_API_KEY.";
  if (name.startsWith("CLOUDFLARE")) return `${name} is required for Cloudflare media generation`;
  if (other === "<codex login>") return "Set OPENAI_API_KEY or run `codex login` for the experimental image driver";
  return `${name} is not set. Get one at ${URLS[name] ?? "https://example.com"}`;
}

export function sentKey(requires: readonly string[], env: Readonly<Record<string, string | undefined>>): string {
  const names = requires.flatMap((need) => need.split("|"));
  return names.map((name) => env[name] ?? "").find((value) => value !== "") ?? "";
}
