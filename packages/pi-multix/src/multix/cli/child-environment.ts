/**
 * The environment that the CLI gets: what programs need to work, the variables that the CLI itself reads, and nothing
 * else of the host. The list follows the CLI's source (docs/pi-multix/cli.md, Environment). Pure.
 */

import { buildChildEnv } from "pi-extension-core/process";
import { storableVariables } from "../keys/variables.ts";

/** Settings beside the keys that the CLI reads from its environment. */
const SETTINGS = `
  MULTIX_OUTPUT_DIR MULTIX_IMAGE_FORMAT MULTIX_DISABLE_HOME_ENV
  IMAGE_GEN_MODEL GEMINI_IMAGE_GEN_MODEL VIDEO_GEN_MODEL GEMINI_TTS_MODEL TTS_MODEL MULTIMODAL_MODEL GEMINI_MODEL
  OPENAI_IMAGE_MODEL OPENAI_TTS_MODEL OPENAI_STT_MODEL
  OPENROUTER_IMAGE_MODEL OPENROUTER_VIDEO_MODEL OPENROUTER_FALLBACK_MODELS OPENROUTER_SITE_URL OPENROUTER_APP_NAME
  MINIMAX_IMAGE_MODEL MINIMAX_VIDEO_MODEL MINIMAX_SPEECH_MODEL MINIMAX_MUSIC_MODEL
  LEONARDO_DEFAULT_MODEL LEONARDO_VIDEO_MODEL LEONARDO_BASE_URL
  BYTEPLUS_IMAGE_MODEL BYTEPLUS_VIDEO_MODEL BYTEPLUS_3D_MODEL BYTEPLUS_BASE_URL BYTEPLUS_VIDEO_PARAMS_MODE
  CLOUDFLARE_AI_IMAGE_MODEL CLOUDFLARE_AI_TTS_MODEL CLOUDFLARE_AI_GATEWAY_COLLECT_LOG_PAYLOAD
  FAL_IMAGE_MODEL FAL_VIDEO_MODEL FAL_VIDEO_IMAGE_MODEL FAL_BASE_URL
  CODEX_HOME`
  .trim()
  .split(/\s+/);

const isModelName = (name: string): boolean => name.endsWith("_MODEL");

/**
 * The child environment. Colour is off, because output is parsed. An empty model variable is left out: the CLI would send
 * an empty model id.
 * @param source the host's environment
 * @param cwd absolute working directory; PATH entries inside it do not count
 */
export function multixEnvironment(
  source: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
  cwd: string,
): Record<string, string> {
  const settings = SETTINGS.filter((name) => !(isModelName(name) && source[name] === ""));
  return buildChildEnv({
    source,
    platform,
    pass: [...settings, ...storableVariables.keys()],
    // A newer dotenv would print a banner into the output that we read.
    set: { NO_COLOR: "1", DOTENV_CONFIG_QUIET: "true" },
    exclude: cwd,
  });
}
