/**
 * Which environment variables each provider of the CLI reads for its account, and which of them are secret.
 * From the CLI's own key checks (surface file, `requiresKeys`). Pure.
 */

export interface ProviderVariable {
  readonly name: string;
  /** A secret never appears in output. Account and gateway ids are not secret, but may be stored the same way. */
  readonly secret: boolean;
  /** `all` for everything the provider does, else what needs it: one word for people. */
  readonly neededFor: string;
}

export interface KeyProvider {
  readonly id: string;
  readonly title: string;
  /** Where a person gets the key. */
  readonly url: string;
  readonly variables: readonly ProviderVariable[];
  /** Other names the CLI also accepts for the first variable. */
  readonly alternatives: readonly string[];
}

const secret = (name: string, neededFor = "all"): ProviderVariable => ({ name, secret: true, neededFor });
const plain = (name: string, neededFor = "all"): ProviderVariable => ({ name, secret: false, neededFor });

/** In the order in which `multix check` lists them. */
export const keyProviders: readonly KeyProvider[] = [
  {
    id: "gemini",
    title: "Google Gemini",
    url: "https://aistudio.google.com/apikey",
    variables: [secret("GEMINI_API_KEY")],
    alternatives: [],
  },
  {
    id: "openrouter",
    title: "OpenRouter",
    url: "https://openrouter.ai/keys",
    variables: [secret("OPENROUTER_API_KEY")],
    alternatives: [],
  },
  {
    id: "openai",
    title: "OpenAI",
    url: "https://platform.openai.com/api-keys",
    variables: [secret("OPENAI_API_KEY")],
    alternatives: [],
  },
  {
    id: "minimax",
    title: "MiniMax",
    url: "https://platform.minimax.io",
    variables: [secret("MINIMAX_API_KEY")],
    alternatives: [],
  },
  {
    id: "leonardo",
    title: "Leonardo.Ai",
    url: "https://app.leonardo.ai/api-access",
    variables: [secret("LEONARDO_API_KEY")],
    alternatives: [],
  },
  {
    id: "byteplus",
    title: "BytePlus ModelArk",
    url: "https://console.byteplus.com/ark",
    variables: [secret("BYTEPLUS_API_KEY")],
    alternatives: ["ARK_API_KEY"],
  },
  {
    id: "elevenlabs",
    title: "ElevenLabs",
    url: "https://elevenlabs.io/app/settings/api-keys",
    variables: [secret("ELEVENLABS_API_KEY")],
    alternatives: [],
  },
  { id: "fal", title: "fal", url: "https://fal.ai/dashboard/keys", variables: [secret("FAL_KEY")], alternatives: [] },
  {
    id: "cloudflare",
    title: "Cloudflare",
    url: "https://dash.cloudflare.com/profile/api-tokens",
    variables: [
      plain("CLOUDFLARE_ACCOUNT_ID"),
      secret("CLOUDFLARE_API_TOKEN"),
      plain("CLOUDFLARE_AI_GATEWAY_ID", "video"),
      secret("REPLICATE_API_TOKEN", "video"),
    ],
    alternatives: [],
  },
];

/** Every variable that may be stored, by name; the alternatives are as secret as what they stand for. */
export const storableVariables: ReadonlyMap<string, ProviderVariable> = new Map(
  keyProviders.flatMap((provider) => [
    ...provider.variables.map((variable) => [variable.name, variable] as const),
    ...provider.alternatives.map((name) => [name, secret(name)] as const),
  ]),
);

/** Names whose values must be hidden wherever the CLI's output is shown. */
export const secretVariableNames: readonly string[] = [...storableVariables.values()]
  .filter((variable) => variable.secret)
  .map((variable) => variable.name);
