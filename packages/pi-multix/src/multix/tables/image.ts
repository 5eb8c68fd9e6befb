/** Image calls: `generate` makes a picture from text, `i2i` from text and reference pictures. Pure. */

import { type CallTable, type Entry, flag, off, on, positional, repeat, single } from "./call-table.ts";

const GEMINI_RATIOS = ["1:1", "2:3", "3:2", "3:4", "4:3", "4:5", "5:4", "9:16", "16:9", "21:9"];
const BYTEPLUS_RATIOS = ["1:1", "16:9", "9:16", "4:3", "3:4", "21:9", "3:2", "2:3"];

const prompt = flag("prompt", "--prompt", { required: true });
const model = flag("model", "--model");
const seed = flag("seed", "--seed");
const refs = repeat("refs", "--ref", { required: true, reference: "file-or-url" });
const width = flag("width", "--width", { minimum: 1 });
const height = flag("height", "--height", { minimum: 1 });
const download = off("download", "--no-download", { note: "false prints addresses instead" });
const waitTimeout = flag("waitTimeoutMs", "--wait-timeout", { minimum: 1 });

/** What every image command takes at its end. */
const saved = (output: Entry): readonly Entry[] => [
  output,
  flag("imageFormat", "--image-format", { choices: ["webp", "original"] }),
  on("verbose", "--verbose"),
];
const copied = saved(flag("output", "--output", { reference: "file", note: "a copy of the first image" }));
const written = saved(flag("output", "--output", { reference: "file" }));

const openaiCommon: readonly Entry[] = [
  flag("driver", "--driver", { choices: ["api", "codex", "auto"] }),
  model,
  flag("size", "--size", { choices: ["1024x1024", "1024x1536", "1536x1024", "auto"] }),
  flag("quality", "--quality", { choices: ["low", "medium", "high"] }),
  flag("format", "--format", { choices: ["png", "jpeg", "webp"] }),
];

const byteplusCommon: readonly Entry[] = [
  model,
  flag("size", "--size"),
  flag("aspectRatio", "--aspect-ratio", { choices: BYTEPLUS_RATIOS, note: "ignored beside size" }),
  flag("numImages", "--num-images", { minimum: 1 }),
  seed,
  off("watermark", "--no-watermark"),
];

const omitted = { "--no-webp": "imageFormat=original says the same" };
const always = { when: "always" } as const;
const unlessOnline = { when: "not-false", parameter: "download" } as const;

export const imageTables: readonly CallTable[] = [
  {
    tool: "image",
    action: "generate",
    provider: "gemini",
    command: ["gemini", "generate"],
    entries: [
      prompt,
      model,
      flag("aspectRatio", "--aspect-ratio", { choices: GEMINI_RATIOS }),
      flag("numImages", "--num-images", { minimum: 1, maximum: 4, note: "one request each" }),
      flag("size", "--size", { choices: ["1K", "2K", "4K"] }),
      ...copied,
    ],
    saves: always,
    notes: ["When one of several requests fails, the call fails, although earlier images were saved."],
    omitted,
  },
  {
    tool: "image",
    action: "generate",
    provider: "openai",
    command: ["openai", "generate"],
    entries: [
      prompt,
      ...openaiCommon,
      flag("numImages", "--num-images", { minimum: 1, maximum: 10, note: "api driver only" }),
      ...copied,
    ],
    saves: always,
    notes: ["The codex driver ignores model, size, quality and numImages."],
    omitted,
  },
  {
    tool: "image",
    action: "generate",
    provider: "minimax",
    command: ["minimax", "generate"],
    entries: [
      prompt,
      flag("model", "--model", { known: ["image-01", "image-01-live"] }),
      flag("aspectRatio", "--aspect-ratio"),
      flag("numImages", "--num-images", { minimum: 1, maximum: 9 }),
      ...copied,
    ],
    saves: always,
    notes: [],
    omitted,
  },
  {
    tool: "image",
    action: "generate",
    provider: "openrouter",
    command: ["openrouter", "generate"],
    entries: [
      prompt,
      model,
      flag("aspectRatio", "--aspect-ratio"),
      flag("size", "--image-size", { known: ["1K", "2K"] }),
      flag("numImages", "--num-images", { minimum: 1, note: "requests repeat until there are enough" }),
      ...copied,
    ],
    saves: always,
    notes: [],
    omitted,
  },
  {
    tool: "image",
    action: "generate",
    provider: "leonardo",
    command: ["leonardo", "generate"],
    entries: [
      positional("prompt", { required: true }),
      model,
      width,
      height,
      flag("numImages", "--num", { minimum: 1 }),
      on("alchemy", "--alchemy"),
      on("ultra", "--ultra"),
      flag("contrast", "--contrast"),
      flag("style", "--style"),
      seed,
      flag("negativePrompt", "--negative"),
      on("enhance", "--enhance"),
      flag("quality", "--quality", { known: ["LOW", "MEDIUM", "HIGH"], note: "gpt-image models only" }),
      ...copied,
      download,
      waitTimeout,
    ],
    saves: unlessOnline,
    notes: ["Waits up to 8 minutes; a job that takes longer is lost, because its id is not printed."],
    omitted,
  },
  {
    tool: "image",
    action: "generate",
    provider: "byteplus",
    command: ["byteplus", "generate"],
    entries: [
      prompt,
      ...byteplusCommon,
      repeat("inputImages", "--input-image", { reference: "file-or-url" }),
      ...saved(flag("output", "--output", { reference: "file", note: "only when one image comes back" })),
    ],
    saves: always,
    notes: [],
    omitted,
  },
  {
    tool: "image",
    action: "generate",
    provider: "cloudflare",
    command: ["cloudflare", "generate"],
    entries: [
      prompt,
      flag("model", "--model", { choices: ["@cf/black-forest-labs/flux-1-schnell"] }),
      flag("steps", "--steps", { minimum: 1, maximum: 8 }),
      flag("seed", "--seed", { minimum: 0 }),
      ...written,
    ],
    saves: always,
    notes: ["One fixed model, one image, always JPEG."],
    omitted,
  },
  {
    tool: "image",
    action: "generate",
    provider: "fal",
    command: ["fal", "image"],
    entries: [
      positional("prompt", { required: true }),
      model,
      flag("size", "--image-size", { note: "a named size or WIDTHxHEIGHT" }),
      flag("numImages", "--num-images", { minimum: 1 }),
      seed,
      flag("negativePrompt", "--negative-prompt"),
      ...copied,
      download,
      waitTimeout,
    ],
    saves: unlessOnline,
    notes: [],
    omitted,
    since: "after 0.6.0",
  },
  {
    tool: "image",
    action: "i2i",
    provider: "gemini",
    command: ["gemini", "image-to-image"],
    entries: [prompt, { ...refs, note: "files up to 7 MB, or addresses" }, model, ...copied],
    saves: always,
    notes: ["Always gemini-2.5-flash-image unless model is given."],
    omitted,
  },
  {
    tool: "image",
    action: "i2i",
    provider: "openai",
    command: ["openai", "image-to-image"],
    entries: [prompt, refs, ...openaiCommon, ...copied],
    saves: always,
    notes: ["The codex driver ignores model, size and quality."],
    omitted,
  },
  {
    tool: "image",
    action: "i2i",
    provider: "minimax",
    command: ["minimax", "image-to-image"],
    entries: [
      prompt,
      single("refs", "--ref", { required: true, reference: "file-or-url", note: "exactly one: the character" }),
      model,
      flag("aspectRatio", "--aspect-ratio"),
      flag("numImages", "--num-images", { minimum: 1, maximum: 9 }),
      ...copied,
    ],
    saves: always,
    notes: ["Puts the character of the reference into a new scene; it does not edit the picture."],
    omitted,
  },
  {
    tool: "image",
    action: "i2i",
    provider: "openrouter",
    command: ["openrouter", "image-to-image"],
    entries: [
      prompt,
      { ...refs, note: "files up to 8 MB, or addresses" },
      model,
      flag("strength", "--strength", { minimum: 0, maximum: 1, note: "Recraft models only" }),
      ...copied,
    ],
    saves: always,
    notes: [],
    omitted,
  },
  {
    tool: "image",
    action: "i2i",
    provider: "leonardo",
    command: ["leonardo", "image-to-image"],
    entries: [
      prompt,
      single("refs", "--ref", { required: true, reference: "id", note: "exactly one id of an image at Leonardo" }),
      flag("imageType", "--image-type", { choices: ["GENERATED", "UPLOADED"] }),
      flag("initStrength", "--init-strength", { minimum: 0, maximum: 0.9 }),
      model,
      width,
      height,
      flag("numImages", "--num", { minimum: 1 }),
      seed,
      flag("negativePrompt", "--negative"),
      ...copied,
      download,
      waitTimeout,
    ],
    saves: unlessOnline,
    notes: ["The CLI cannot upload: the image must already be at Leonardo."],
    omitted,
  },
  {
    tool: "image",
    action: "i2i",
    provider: "byteplus",
    command: ["byteplus", "image-to-image"],
    entries: [
      prompt,
      refs,
      ...byteplusCommon,
      ...saved(flag("output", "--output", { reference: "file", note: "only when one image comes back" })),
    ],
    saves: always,
    notes: [],
    omitted,
  },
];
