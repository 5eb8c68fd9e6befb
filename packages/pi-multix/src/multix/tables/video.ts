/** Video calls: `generate` from text, `i2v` from an opening frame, `status` for a job that was left running. Pure. */

import { type CallTable, type Entry, flag, off, on, pair, positional, variadic } from "./call-table.ts";

const GEMINI_RATIOS = ["1:1", "2:3", "3:2", "3:4", "4:3", "4:5", "5:4", "9:16", "16:9", "21:9"];
const LEONARDO_RESOLUTIONS = ["RESOLUTION_480", "RESOLUTION_720", "RESOLUTION_1080"];

const prompt = flag("prompt", "--prompt", { required: true });
const spoken = positional("prompt", { required: true });
const model = flag("model", "--model");
const seed = flag("seed", "--seed");
const negative = flag("negativePrompt", "--negative");
const ratio = flag("aspectRatio", "--aspect-ratio");
const verbose = on("verbose", "--verbose");
const thumbnail = off("thumbnail", "--no-thumb");
const copied = flag("output", "--output", { reference: "file", note: "a copy of the video" });
const written = flag("output", "--output", { reference: "file" });
const jobId = positional("jobId", { required: true });
const waitTimeout = flag("waitTimeoutMs", "--wait-timeout", { minimum: 1 });

const wait = on("wait", "--wait", { note: "off by default" });
const download = on("download", "--download", { note: "also waits" });
const downloaded = (note?: string): Entry =>
  flag("output", "--output", { reference: "file", needs: ["download"], ...(note === undefined ? {} : { note }) });
/** Flags of the providers that leave the job running unless told to wait. */
const leaving: readonly Entry[] = [wait, waitTimeout, download, downloaded()];
const whenDownloaded = { when: "true", anyOf: ["download"] } as const;

const veo: readonly Entry[] = [
  flag("model", "--model", { pattern: "^veo-", patternHint: "a Veo model id, veo-..." }),
  flag("resolution", "--resolution", { choices: ["720p", "1080p"] }),
  flag("aspectRatio", "--aspect-ratio", { choices: GEMINI_RATIOS }),
];
const VEO_NOTE = "Always waits, up to 10 minutes. Without a download key the finished video may answer HTTP 403.";

const hailuo: readonly Entry[] = [
  flag("model", "--model", { known: ["MiniMax-Hailuo-2.3", "MiniMax-Hailuo-2.3-Fast", "MiniMax-Hailuo-02", "S2V-01"] }),
  flag("duration", "--duration", { choices: ["6", "10"] }),
  flag("resolution", "--resolution", { choices: ["720P", "1080P"] }),
];
const HAILUO_NOTE = "Always waits, up to 10 minutes; there is no job id.";

const seedance: readonly Entry[] = [
  model,
  flag("resolution", "--resolution", { known: ["480p", "720p", "1080p", "2k"] }),
  flag("duration", "--duration", { minimum: 1 }),
  ratio,
  pair("audio", "--audio", "--no-audio"),
  seed,
  negative,
  on("cameraFixed", "--camera-fixed"),
];
const seedanceEnd: readonly Entry[] = [
  off("wait", "--async", { note: "on by default" }),
  waitTimeout,
  written,
  thumbnail,
  verbose,
];
const SEEDANCE_NOTES = [
  "Parameters travel as text flags inside the prompt: audio only works with BYTEPLUS_VIDEO_PARAMS_MODE=structured, and a prompt that holds ` --name value` sets parameters.",
];

const falVideo: readonly Entry[] = [
  model,
  flag("duration", "--duration", { minimum: 1 }),
  ratio,
  seed,
  off("download", "--no-download", { note: "false prints addresses instead" }),
  waitTimeout,
  verbose,
];
const FAL_NOTE = "Always waits, up to 15 minutes; files are named by the CLI.";

const always = { when: "always" } as const;
const unlessLeft = { when: "not-false", parameter: "wait" } as const;
const unlessOnline = { when: "not-false", parameter: "download" } as const;

export const videoTables: readonly CallTable[] = [
  {
    tool: "video",
    action: "generate",
    provider: "gemini",
    command: ["gemini", "generate-video"],
    entries: [
      prompt,
      ...veo,
      variadic("referenceImages", "--reference-images", { reference: "file", maxItems: 2 }),
      copied,
      thumbnail,
      verbose,
    ],
    saves: always,
    notes: [VEO_NOTE],
    omitted: { "--upload-timeout": "accepted by the CLI, but without effect" },
  },
  {
    tool: "video",
    action: "generate",
    provider: "minimax",
    command: ["minimax", "generate-video"],
    entries: [prompt, ...hailuo, copied, thumbnail, verbose],
    saves: always,
    notes: [HAILUO_NOTE],
    omitted: { "--first-frame": "that is action=i2v" },
  },
  {
    tool: "video",
    action: "generate",
    provider: "leonardo",
    command: ["leonardo", "video"],
    entries: [
      spoken,
      model,
      flag("resolution", "--resolution", { known: LEONARDO_RESOLUTIONS }),
      on("enhance", "--enhance"),
      on("frameInterpolation", "--frame-interpolation"),
      ...leaving,
      thumbnail,
      verbose,
    ],
    saves: whenDownloaded,
    job: "leaves",
    notes: ["No duration: v2 models make 8 seconds. wait alone prints the address."],
  },
  {
    tool: "video",
    action: "generate",
    provider: "byteplus",
    command: ["byteplus", "video"],
    entries: [prompt, ...seedance, ...seedanceEnd],
    saves: unlessLeft,
    job: "waits",
    notes: SEEDANCE_NOTES,
  },
  {
    tool: "video",
    action: "generate",
    provider: "cloudflare",
    command: ["cloudflare", "generate-video"],
    entries: [
      prompt,
      flag("duration", "--duration", { minimum: 1 }),
      ratio,
      flag("resolution", "--resolution"),
      flag("fps", "--fps", { minimum: 1 }),
      wait,
      waitTimeout,
      download,
      flag("output", "--output", { reference: "file", needs: ["wait", "download"] }),
      verbose,
    ],
    saves: { when: "true", anyOf: ["wait", "download"] },
    job: "leaves",
    notes: ["wait also saves the video."],
  },
  {
    tool: "video",
    action: "generate",
    provider: "fal",
    command: ["fal", "video"],
    entries: [spoken, ...falVideo],
    saves: unlessOnline,
    notes: [FAL_NOTE],
    omitted: { "--image-url": "that is action=i2v" },
    since: "after 0.6.0",
  },
  {
    tool: "video",
    action: "i2v",
    provider: "gemini",
    command: ["gemini", "image-to-video"],
    entries: [
      positional("image", { required: true, reference: "file" }),
      prompt,
      flag("lastFrame", "--last-frame", { reference: "file" }),
      ...veo,
      copied,
      thumbnail,
      verbose,
    ],
    saves: always,
    notes: [VEO_NOTE],
  },
  {
    tool: "video",
    action: "i2v",
    provider: "minimax",
    command: ["minimax", "generate-video"],
    entries: [
      prompt,
      flag("image", "--first-frame", { required: true, reference: "url" }),
      ...hailuo,
      copied,
      thumbnail,
      verbose,
    ],
    saves: always,
    notes: [HAILUO_NOTE],
  },
  {
    tool: "video",
    action: "i2v",
    provider: "openrouter",
    command: ["openrouter", "image-to-video"],
    entries: [
      prompt,
      flag("image", "--image-url", { required: true, reference: "url" }),
      flag("lastFrame", "--last-frame-url", { reference: "url" }),
      model,
      flag("resolution", "--resolution"),
      ratio,
      flag("duration", "--duration", { minimum: 1 }),
      seed,
      wait,
      waitTimeout,
      download,
      downloaded("a copy of the video"),
      thumbnail,
      verbose,
    ],
    saves: whenDownloaded,
    job: "leaves",
    notes: ["Frames must be public addresses. wait alone prints the video's address."],
  },
  {
    tool: "video",
    action: "i2v",
    provider: "leonardo",
    command: ["leonardo", "image-to-video"],
    entries: [
      positional("image", { required: true, reference: "id", note: "id of an image at Leonardo" }),
      prompt,
      flag("imageType", "--image-type", { choices: ["GENERATED", "UPLOADED"] }),
      model,
      flag("resolution", "--resolution", { known: LEONARDO_RESOLUTIONS }),
      flag("duration", "--duration", { known: ["4", "5", "6", "8", "10"] }),
      seed,
      negative,
      on("enhance", "--enhance"),
      on("frameInterpolation", "--frame-interpolation"),
      ...leaving,
      thumbnail,
      verbose,
    ],
    saves: whenDownloaded,
    job: "leaves",
    notes: ["The CLI cannot upload: the image must already be at Leonardo."],
  },
  {
    tool: "video",
    action: "i2v",
    provider: "byteplus",
    command: ["byteplus", "image-to-video"],
    entries: [
      positional("image", { required: true, reference: "file-or-url" }),
      prompt,
      ...seedance,
      flag("lastFrame", "--last-frame", { reference: "file-or-url" }),
      ...seedanceEnd,
    ],
    saves: unlessLeft,
    job: "waits",
    notes: SEEDANCE_NOTES,
  },
  {
    tool: "video",
    action: "i2v",
    provider: "fal",
    command: ["fal", "video"],
    entries: [spoken, flag("image", "--image-url", { required: true, reference: "url" }), ...falVideo],
    saves: unlessOnline,
    notes: [FAL_NOTE],
    since: "after 0.6.0",
  },
  {
    tool: "video",
    action: "status",
    provider: "openrouter",
    command: ["openrouter", "video-status"],
    entries: [jobId, wait, waitTimeout, download, downloaded("a copy of the video"), thumbnail, verbose],
    saves: whenDownloaded,
    notes: [],
  },
  {
    tool: "video",
    action: "status",
    provider: "leonardo",
    command: ["leonardo", "status"],
    entries: [jobId, wait, waitTimeout, download, downloaded("only for a single video"), thumbnail, verbose],
    saves: whenDownloaded,
    notes: [],
  },
  {
    tool: "video",
    action: "status",
    provider: "byteplus",
    command: ["byteplus", "status"],
    entries: [jobId, wait, waitTimeout, download, downloaded(), thumbnail, verbose],
    saves: whenDownloaded,
    notes: [],
  },
  {
    tool: "video",
    action: "status",
    provider: "cloudflare",
    command: ["cloudflare", "video-status"],
    entries: [jobId, wait, waitTimeout, download, downloaded(), verbose],
    saves: whenDownloaded,
    notes: [],
  },
  {
    tool: "video",
    action: "status",
    provider: "fal",
    command: ["fal", "status"],
    commandWhen: { parameter: "download", command: ["fal", "result"] },
    entries: [
      positional("model", { required: true, note: "the model that the job was sent to" }),
      jobId,
      on("download", "--download", { note: "only for a finished job" }),
      verbose,
    ],
    saves: { when: "never" },
    notes: ["The id stands in the message of a call that timed out. A result without media prints JSON."],
    since: "after 0.6.0",
  },
];
