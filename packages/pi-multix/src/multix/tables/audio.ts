/** Audio calls: speech, transcription, music, sound effects and a voice from samples. Pure. */

import { type CallTable, type Entry, flag, off, on, repeat, single, variadic } from "./call-table.ts";

const GEMINI_VOICES = [
  ["Zephyr", "Puck", "Charon", "Kore", "Fenrir", "Leda", "Orus", "Aoede", "Callirrhoe", "Autonoe"],
  ["Enceladus", "Iapetus", "Umbriel", "Algieba", "Despina", "Erinome", "Algenib", "Rasalgethi", "Laomedeia"],
  ["Achernar", "Alnilam", "Schedar", "Gacrux", "Pulcherrima", "Achird", "Zubenelgenubi", "Vindemiatrix"],
  ["Sadachbia", "Sadaltager", "Sulafat"],
].flat();
const OPENAI_VOICES = [
  ["alloy", "ash", "ballad", "cedar", "coral", "echo", "fable", "marin", "nova", "onyx", "sage", "shimmer", "verse"],
].flat();
const ELEVENLABS_FORMATS = [
  ["mp3_22050_32", "mp3_44100_32", "mp3_44100_64", "mp3_44100_96", "mp3_44100_128", "mp3_44100_192"],
  ["pcm_8000", "pcm_16000", "pcm_22050", "pcm_24000", "pcm_44100", "ulaw_8000"],
].flat();

const text = flag("text", "--text", { required: true });
const prompt = flag("prompt", "--prompt");
const model = flag("model", "--model");
const language = flag("language", "--language");
const copied = flag("output", "--output", { reference: "file", note: "a copy of the audio" });
const written = flag("output", "--output", { reference: "file" });
const verbose = on("verbose", "--verbose");
const oneFile = single("files", "--input", { required: true, reference: "file", note: "exactly one" });
const elevenlabsFormat = flag("format", "--format", { known: ELEVENLABS_FORMATS });
const share = { minimum: 0, maximum: 1 };

const omitted = { "--prompt": "text says the same" };
const always = { when: "always" } as const;

const speech = (provider: string, command: readonly string[], entries: readonly Entry[]): CallTable => ({
  tool: "audio",
  action: "tts",
  provider,
  command,
  entries,
  saves: always,
  notes: [],
  omitted,
});

export const audioTables: readonly CallTable[] = [
  {
    ...speech(
      "gemini",
      ["gemini", "generate-speech"],
      [
        text,
        flag("model", "--model", {
          choices: [
            "gemini-3.8-flash-lite-tts",
            "gemini-3.8-flash-tts",
            "gemini-3.1-flash-tts-preview",
            "gemini-2.5-flash-preview-tts",
            "gemini-2.5-pro-preview-tts",
          ],
        }),
        flag("voice", "--voice", {
          choices: GEMINI_VOICES,
          orPattern: "^voice(key)?_",
          note: "3.8 models also take voice_... and voicekey_... ids",
        }),
        flag("style", "--style", { note: "Gemini 3.8 models only", since: "after 0.6.0" }),
        repeat("speakers", "--speaker", {
          maxItems: 2,
          pattern: "^[^:]+:[^:]+$",
          patternHint: "name:voice",
        }),
        flag("format", "--output-format", { choices: ["wav", "pcm"] }),
        copied,
        verbose,
      ],
    ),
    notes: ["speakers makes a dialogue of two; the text then names who speaks."],
  },
  speech(
    "openai",
    ["openai", "generate-speech"],
    [
      text,
      model,
      flag("voice", "--voice", { choices: OPENAI_VOICES }),
      flag("instructions", "--instructions"),
      flag("format", "--output-format", { choices: ["mp3", "opus", "aac", "flac", "wav", "pcm"] }),
      copied,
      verbose,
    ],
  ),
  {
    ...speech(
      "minimax",
      ["minimax", "generate-speech"],
      [
        { ...text, maxLength: 10_000 },
        flag("model", "--model", {
          known: [
            "speech-2.8-hd",
            "speech-2.8-turbo",
            "speech-2.6-hd",
            "speech-2.6-turbo",
            "speech-02-hd",
            "speech-02-turbo",
          ],
        }),
        flag("voice", "--voice"),
        flag("emotion", "--emotion", {
          known: ["neutral", "happy", "sad", "angry", "fearful", "disgusted", "surprised"],
        }),
        flag("format", "--output-format", { choices: ["mp3", "wav", "flac", "pcm"] }),
        flag("rate", "--rate", { minimum: 0.5, maximum: 2 }),
        copied,
        verbose,
      ],
    ),
    notes: ["pcm is saved under a .mp3 name unless output says otherwise."],
  },
  {
    ...speech(
      "cloudflare",
      ["cloudflare", "generate-speech"],
      [
        text,
        flag("language", "--lang"),
        flag("model", "--model", { choices: ["@cf/myshell-ai/melotts"] }),
        written,
        verbose,
      ],
    ),
    notes: ["Always MP3."],
    omitted: {},
  },
  speech(
    "elevenlabs",
    ["elevenlabs", "tts"],
    [
      text,
      flag("voice", "--voice", { note: "a voice id; multix_models lists them" }),
      flag("model", "--model", {
        known: [
          "eleven_v3",
          "eleven_multilingual_v2",
          "eleven_flash_v2_5",
          "eleven_flash_v2",
          "eleven_turbo_v2_5",
          "eleven_turbo_v2",
        ],
      }),
      elevenlabsFormat,
      flag("stability", "--stability", share),
      flag("similarityBoost", "--similarity-boost", share),
      flag("styleStrength", "--style", share),
      off("speakerBoost", "--no-speaker-boost"),
      flag("language", "--language-code", { note: "Flash, Turbo and v3 models only" }),
      flag("seed", "--seed"),
      flag("previousText", "--previous-text"),
      flag("nextText", "--next-text"),
      copied,
      verbose,
    ],
  ),
  {
    tool: "audio",
    action: "transcribe",
    provider: "gemini",
    command: ["gemini", "transcribe"],
    entries: [
      prompt,
      model,
      flag("format", "--format", { choices: ["text", "json", "csv", "markdown"] }),
      written,
      verbose,
      variadic("files", "--files", { required: true, reference: "file" }),
    ],
    saves: { when: "given", parameter: "output" },
    notes: ["Without output the transcript is the result text. prompt replaces the default instruction."],
  },
  {
    tool: "audio",
    action: "transcribe",
    provider: "openai",
    command: ["openai", "transcribe"],
    entries: [
      oneFile,
      flag("model", "--model", {
        known: ["gpt-4o-transcribe", "gpt-4o-mini-transcribe", "gpt-4o-transcribe-diarize", "whisper-1"],
      }),
      flag("format", "--format", { choices: ["json", "text", "diarized_json"] }),
      language,
      flag("chunkingStrategy", "--chunking-strategy"),
      repeat("knownSpeakerNames", "--known-speaker-name", { maxItems: 4 }),
      repeat("knownSpeakerReferences", "--known-speaker-reference", { maxItems: 4, reference: "file-or-url" }),
      written,
      verbose,
    ],
    saves: always,
    notes: [],
  },
  {
    tool: "audio",
    action: "transcribe",
    provider: "elevenlabs",
    command: ["elevenlabs", "transcribe"],
    entries: [
      oneFile,
      flag("model", "--model", { known: ["scribe_v1", "scribe_v1_experimental"] }),
      language,
      on("diarize", "--diarize"),
      flag("numSpeakers", "--num-speakers", { minimum: 1 }),
      on("tagAudioEvents", "--tag-audio-events"),
      flag("timestampsGranularity", "--timestamps-granularity", { known: ["none", "word", "character"] }),
      flag("format", "--format", { choices: ["text", "json", "srt", "vtt"] }),
      written,
      verbose,
    ],
    saves: always,
    notes: [],
  },
  {
    tool: "audio",
    action: "music",
    provider: "minimax",
    command: ["minimax", "generate-music"],
    entries: [
      flag("lyrics", "--lyrics", { maxLength: 3500 }),
      flag("prompt", "--prompt", { maxLength: 2000 }),
      flag("model", "--model", { known: ["music-2.5", "music-2.0"] }),
      flag("format", "--output-format", { known: ["mp3", "wav", "flac"] }),
      copied,
      verbose,
    ],
    anyOf: ["lyrics", "prompt"],
    saves: always,
    notes: [],
  },
  {
    tool: "audio",
    action: "music",
    provider: "elevenlabs",
    command: ["elevenlabs", "music"],
    entries: [
      prompt,
      flag("plan", "--plan", { reference: "file" }),
      flag("musicLengthMs", "--music-length-ms", { minimum: 1 }),
      model,
      elevenlabsFormat,
      copied,
      verbose,
    ],
    anyOf: ["prompt", "plan"],
    oneOf: ["prompt", "plan"],
    saves: always,
    notes: [],
  },
  {
    tool: "audio",
    action: "sfx",
    provider: "elevenlabs",
    command: ["elevenlabs", "sfx"],
    entries: [
      text,
      flag("durationSeconds", "--duration-seconds", { minimum: 0.5, maximum: 30 }),
      flag("promptInfluence", "--prompt-influence", share),
      on("loop", "--loop"),
      elevenlabsFormat,
      copied,
      verbose,
    ],
    saves: always,
    notes: [],
    omitted,
  },
  {
    tool: "audio",
    action: "clone",
    provider: "elevenlabs",
    command: ["elevenlabs", "clone"],
    entries: [
      flag("name", "--name", { required: true }),
      flag("description", "--description"),
      flag("labels", "--labels"),
      on("removeBackgroundNoise", "--remove-background-noise"),
      verbose,
      variadic("files", "--files", { required: true, reference: "file" }),
    ],
    saves: { when: "never" },
    changesAccount: "adds a voice to your ElevenLabs account",
    notes: ["Answers with the id of the new voice."],
    omitted: { "--audio": "files says the same" },
  },
];
