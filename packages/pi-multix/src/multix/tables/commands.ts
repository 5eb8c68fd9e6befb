/** Every command of the CLI by name: which a table stands for, and which only the free-form run tool reaches. Pure. */

/** What stands between a free-form run and a command that does more than make a file. */
interface Guard {
  /** `refuse`: never run. `consent`: only when a person agrees. */
  readonly kind: "refuse" | "consent";
  /** What the command does, as the end of a sentence. */
  readonly why: string;
}

export interface CliCommand {
  readonly path: readonly string[];
  /** Other words that the CLI takes for the last word of the path. */
  readonly aliases: readonly string[];
  readonly guard?: Guard;
}

const command = (path: string, alias?: string, guard?: Guard): CliCommand => ({
  path: path.split(" "),
  aliases: alias === undefined ? [] : [alias],
  ...(guard === undefined ? {} : { guard }),
});

const consent = (why: string): Guard => ({ kind: "consent", why });

export const cliCommands: readonly CliCommand[] = [
  command("check"),
  command("update", undefined, { kind: "refuse", why: "installs another version of the CLI for all users" }),
  command("gemini analyze"),
  command("gemini transcribe"),
  command("gemini extract"),
  command("gemini generate"),
  command("gemini image-to-image", "i2i"),
  command("gemini generate-video"),
  command("gemini image-to-video", "i2v"),
  command("gemini generate-speech"),
  command("minimax generate"),
  command("minimax image-to-image", "i2i"),
  command("minimax generate-video"),
  command("minimax generate-speech"),
  command("minimax generate-music"),
  command("openai generate"),
  command("openai image-to-image", "i2i"),
  command("openai generate-speech"),
  command("openai transcribe"),
  command("openrouter generate"),
  command("openrouter image-to-image", "i2i"),
  command("openrouter image-to-video", "i2v"),
  command("openrouter video-status"),
  command("openrouter video-models"),
  command("leonardo generate", "gen"),
  command("leonardo image-to-image", "i2i"),
  command("leonardo video"),
  command("leonardo image-to-video", "i2v"),
  command("leonardo video-models"),
  command("leonardo upscale"),
  command("leonardo variation"),
  command("leonardo status"),
  command("leonardo models"),
  command("leonardo me"),
  command("byteplus generate", "gen"),
  command("byteplus image-to-image", "i2i"),
  command("byteplus video"),
  command("byteplus image-to-video", "i2v"),
  command("byteplus reference-to-video", "r2v"),
  command("byteplus generate-3d", "3d"),
  command("byteplus status"),
  command("cloudflare generate"),
  command("cloudflare generate-speech"),
  command("cloudflare generate-video"),
  command("cloudflare video-status"),
  command("elevenlabs tts"),
  command("elevenlabs voices list"),
  command("elevenlabs voices get"),
  command("elevenlabs voices search"),
  command("elevenlabs voices design"),
  command("elevenlabs voices create-from-preview", undefined, consent("adds a voice to your ElevenLabs account")),
  command("elevenlabs voices delete", undefined, consent("deletes a voice of your ElevenLabs account for ever")),
  command("elevenlabs clone", undefined, consent("adds a voice to your ElevenLabs account")),
  command("elevenlabs voice-changer"),
  command("elevenlabs transcribe"),
  command("elevenlabs sfx"),
  command("elevenlabs music"),
  command("elevenlabs dub"),
  command("elevenlabs dub-status"),
  command("elevenlabs isolate"),
  command("elevenlabs align"),
  command("elevenlabs account"),
  command("elevenlabs models"),
  command("fal run"),
  command("fal image"),
  command("fal video"),
  command("fal status"),
  command("fal result"),
  command("media optimize"),
  command("media split"),
  command("media batch"),
  command("doc convert", "-i"),
];
