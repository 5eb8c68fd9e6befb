/**
 * Which names hold secrets. Names are compared by whole words, in camelCase, snake_case, kebab-case and dotted form, so
 * `tokenCount` and `maxTokens` are not taken for tokens nor `monkey` for a key. Pure.
 */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Secret wherever they stand in a name. */
const SECRET_WORDS = words(`
  password passwords passwd passphrase passcode secret secrets credential credentials authorization cookie cookies
  apikey apikeys apitoken accesskey accesstoken authtoken bearertoken bottoken clientsecret idtoken jwt otp privatekey
  refreshtoken roblosecurity secretkey sessiontoken signingkey mnemonic`);

/** Secret when the word `key` or `keys` follows. */
const KEY_KINDS = words(`
  access account api auth encryption decryption deploy hmac license master private secret service session shared signing
  ssh subscription anthropic ark aws azure byteplus claude cloudflare deepseek elevenlabs fal gemini github gitlab google
  grok groq huggingface leonardo minimax mistral npm openai openrouter perplexity replicate roblox stripe together xai`);

/** `SOMETHING_KEY` in capitals is an environment variable with a key, except for these. */
const HARMLESS_KEY_KINDS = words(`
  arrow cache column composite foreign group hash hot host index lookup map object partition primary public registry row
  short shortcut sort storage unique`);

/** Secret when the word `tokens` follows; other plurals are counts. */
const TOKEN_LIST_KINDS = words("access api auth bearer bot id refresh session");

/** `token` after one of these is a position in a list or a symbol of a language. */
const HARMLESS_TOKEN_KINDS = words(`
  bos cancel cancellation continuation current cursor design end eos first last lex mask max min next pad page per prev
  previous resume special start stop sync syntax unexpected unk`);

/** Secret when `pass`, `pwd` or `auth` follows; alone these mean other things. */
const LOGIN_KINDS = words("admin basic db ftp http login mail mysql pg postgres proxy redis root smtp ssh user");

/** A name that ends so says something about a secret, and does not hold it. */
const DESCRIBING_WORDS = words(`
  age algorithm at budget count counts created dir domain enabled encoding endpoint env expired expires expiration expiry
  field fields file files format helper hint id ids index jar kind label length limit manager max min mode name names path
  paths placeholder policy position prompt provider providers rate required scope scopes size source state status store
  total ttl type types uri url usage var variable version
  c cjs cs css go html java js json jsonc jsx lock log lua luau md mjs py rs sh toml ts tsx txt xml yaml yml`);

/** Names that are secret in the query of a URL, or in a connection string, only. */
const QUERY_NAMES = words("auth key pass pwd sig signature");

/** Written together with what it belongs to: PGPASSWORD, clientsecret. */
const SECRET_ENDING = /(?:password|passwd|passphrase|apikey|authtoken|accesstoken|clientsecret)$/;

const MAX_NAME_CHARACTERS = 128;

function wordsOf(name: string): string[] {
  const parts = name.slice(-MAX_NAME_CHARACTERS).match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? [];
  return parts.map((part) => part.toLowerCase());
}

function isSecretKeyName(name: string, kind: string | undefined): boolean {
  if (kind === undefined) return false;
  if (KEY_KINDS.has(kind)) return true;
  const lastSegment = name.slice(-MAX_NAME_CHARACTERS).split(".").at(-1) ?? "";
  return /^[A-Z0-9_]+$/.test(lastSegment) && !HARMLESS_KEY_KINDS.has(kind);
}

/** True when a field, variable, flag or header with this name holds a secret. */
export function isSecretName(name: string): boolean {
  const parts = wordsOf(name);
  const last = parts.at(-1);
  const kind = parts.at(-2);
  if (last === undefined) return false;
  if (DESCRIBING_WORDS.has(last) && !(last === "id" && kind === "secret")) return false;
  if (parts.some((part) => SECRET_WORDS.has(part) || SECRET_ENDING.test(part))) return true;
  if (parts.some((part, index) => part === "api" && /^keys?$/.test(parts[index + 1] ?? ""))) return true;
  switch (last) {
    case "key":
    case "keys":
      return isSecretKeyName(name, kind);
    case "token":
      return kind === undefined || !HARMLESS_TOKEN_KINDS.has(kind);
    case "tokens":
      return kind !== undefined && TOKEN_LIST_KINDS.has(kind);
    case "pass":
    case "pwd":
      return kind !== undefined && LOGIN_KINDS.has(kind);
    case "auth":
      return kind === undefined || LOGIN_KINDS.has(kind);
    case "value":
    case "string":
    case "header":
      return kind === "token" || kind === "key" || kind === "auth";
    default:
      return false;
  }
}

/** True when a parameter of a URL's query with this name holds a secret. */
export function isSecretQueryName(name: string): boolean {
  const parts = wordsOf(name);
  return isSecretName(name) || (parts.length === 1 && QUERY_NAMES.has(parts[0] ?? "")) || parts.at(-1) === "signature";
}
