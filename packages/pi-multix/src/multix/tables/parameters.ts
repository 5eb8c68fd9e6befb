/** Every parameter of every tool: its type, which is the same for all providers, and what it means. Pure. */

import type { TableTool } from "./call-table.ts";

export type ParameterType = "text" | "number" | "integer" | "boolean" | "texts";

export interface Parameter {
  readonly type: ParameterType;
  readonly description: string;
}

const text = (description: string): Parameter => ({ type: "text", description });
const number = (description: string): Parameter => ({ type: "number", description });
const integer = (description: string): Parameter => ({ type: "integer", description });
const boolean = (description: string): Parameter => ({ type: "boolean", description });
const texts = (description: string): Parameter => ({ type: "texts", description });

const everywhere = {
  output: text("File to write, relative to cwd. Existing files are replaced."),
  verbose: boolean("Debug lines in the output."),
  model: text("Model id instead of the provider's default."),
  prompt: text("What to make, or what to do with the input."),
};

const waiting = {
  waitTimeoutMs: integer("How long the CLI polls the provider, in milliseconds. Keep timeoutMs above it."),
  download: boolean("Save the result as a file."),
};

const image = {
  ...everywhere,
  ...waiting,
  refs: texts("Reference images."),
  inputImages: texts("Optional reference images for a new image."),
  aspectRatio: text("Width:height, such as 16:9."),
  numImages: integer("How many images."),
  size: text("Image size."),
  width: integer("Width in pixels."),
  height: integer("Height in pixels."),
  quality: text("Quality level."),
  format: text("Image format that the provider makes. Naming it also keeps it."),
  imageFormat: text("webp converts the result with cwebp, original keeps the provider's bytes."),
  driver: text("api uses the HTTP API, codex the Codex CLI, auto picks api when a key exists."),
  alchemy: boolean("Alchemy pipeline."),
  ultra: boolean("Ultra mode."),
  contrast: number("Contrast."),
  style: text("Style UUID."),
  seed: integer("Fixed random seed."),
  negativePrompt: text("What to avoid in the result."),
  enhance: boolean("Let the provider rewrite the prompt."),
  watermark: boolean("Watermark of the provider."),
  steps: integer("Sampling steps."),
  strength: number("How strongly to change the reference."),
  imageType: text("Whether the image id belongs to a generated or an uploaded image."),
  initStrength: number("Weight of the reference image."),
};

const video = {
  ...everywhere,
  ...waiting,
  image: text("Opening frame."),
  lastFrame: text("Closing frame."),
  referenceImages: texts("Opening frame, then closing frame."),
  imageType: text("Whether the image id belongs to a generated or an uploaded image."),
  resolution: text("Output resolution."),
  aspectRatio: text("Width:height, such as 16:9."),
  duration: integer("Length in seconds."),
  fps: integer("Frames per second."),
  seed: integer("Fixed random seed."),
  negativePrompt: text("What to avoid in the result."),
  enhance: boolean("Let the provider rewrite the prompt."),
  frameInterpolation: boolean("Smooth motion by interpolating frames."),
  cameraFixed: boolean("Keep the camera still."),
  audio: boolean("Sound track."),
  thumbnail: boolean("Also save the preview image that some providers return."),
  wait: boolean("Wait until the job ends; otherwise the call returns a job id for action=status."),
  jobId: text("Id of the job, as an earlier call returned it."),
};

const audio = {
  ...everywhere,
  text: text("Text to speak, or the sound to make."),
  files: texts("Local audio or video files."),
  voice: text("Voice name or id."),
  style: text("How the text is to be delivered."),
  speakers: texts("name:voice pairs for a dialogue."),
  instructions: text("How the voice should sound."),
  emotion: text("Emotion."),
  rate: number("Speed, 1 is normal."),
  format: text("Format of the result."),
  language: text("Language code."),
  stability: number("Voice stability."),
  similarityBoost: number("Closeness to the source voice."),
  styleStrength: number("Style strength."),
  speakerBoost: boolean("Speaker boost."),
  seed: integer("Fixed random seed."),
  previousText: text("Text that came before, for continuity."),
  nextText: text("Text that follows, for continuity."),
  chunkingStrategy: text("How the audio is cut for transcription."),
  knownSpeakerNames: texts("Names of known speakers, in the order of knownSpeakerReferences."),
  knownSpeakerReferences: texts("Short audio samples of the known speakers."),
  diarize: boolean("Label speakers."),
  numSpeakers: integer("Expected number of speakers."),
  tagAudioEvents: boolean("Mark laughter, applause and the like."),
  timestampsGranularity: text("How fine the timestamps are."),
  lyrics: text("Words of the song."),
  plan: text("Composition plan, a JSON file."),
  musicLengthMs: integer("Length in milliseconds."),
  durationSeconds: number("Length in seconds."),
  promptInfluence: number("How literally to follow the text."),
  loop: boolean("Make it loop cleanly."),
  name: text("Name of the new voice."),
  description: text("Description of the new voice."),
  labels: text('JSON object of labels, such as {"accent":"british"}.'),
  removeBackgroundNoise: boolean("Clean the samples first."),
};

const media = {
  verbose: everywhere.verbose,
  input: text("File to read. Its extension says what it is."),
  output: text("File to write. Its extension picks the container. Existing files are replaced."),
  inputDir: text("Folder to read, one level."),
  outputDir: text("Folder to write into."),
  quality: integer("Image: 1 to 100, higher is better. Video: CRF 0 to 51, lower is better; 18 to 32 is sensible."),
  targetSizeMb: integer("Wanted size in megabytes. The CLI's encoder does not keep to it."),
  maxWidth: integer("Image: shrink to this width. Video: anything wider is scaled to 1920."),
  bitrate: text("Audio bitrate, such as 96k."),
  resolution: text("Forced video size, such as 1280x720."),
  chunkSeconds: integer("Seconds per piece. Cuts fall on key frames."),
};

const doc = {
  ...everywhere,
  files: texts("Local files."),
  format: text("Layout of the report."),
  autoName: boolean("Name the result after the input."),
};

const models = {
  verbose: everywhere.verbose,
  limit: integer("Show only the first models."),
  category: text("Only voices of this category."),
  pageSize: integer("Rows."),
};

export const parameters: Readonly<Record<TableTool, Readonly<Record<string, Parameter>>>> = {
  image,
  video,
  audio,
  media,
  doc,
  models,
  check: { verbose: everywhere.verbose },
};
