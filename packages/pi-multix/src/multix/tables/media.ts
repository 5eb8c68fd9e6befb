/** Work that the CLI does on this machine with ffmpeg and ImageMagick. Pure. */

import { type CallTable, flag, on } from "./call-table.ts";

const verbose = on("verbose", "--verbose");
const quality = flag("quality", "--quality", { minimum: 0, maximum: 100 });
const maxWidth = flag("maxWidth", "--max-width", { minimum: 1 });
const bitrate = flag("bitrate", "--bitrate", { pattern: "^[1-9]\\d*[kM]?$", patternHint: "a bitrate such as 96k" });

export const mediaTables: readonly CallTable[] = [
  {
    tool: "media",
    action: "optimize",
    provider: "local",
    command: ["media", "optimize"],
    entries: [
      flag("input", "--input", { required: true, reference: "file" }),
      flag("output", "--output", { reference: "file", required: true }),
      flag("targetSizeMb", "--target-size", { minimum: 1 }),
      quality,
      maxWidth,
      bitrate,
      flag("resolution", "--resolution", {
        pattern: "^[1-9]\\d*x[1-9]\\d*$",
        patternHint: "WIDTHxHEIGHT",
        note: "video only",
      }),
      verbose,
    ],
    saves: { when: "always" },
    notes: [
      "Video needs ffmpeg and ffprobe, becomes x264 with AAC; quality is 23 unless given.",
      "Audio always becomes AAC mono 16 kHz, so output must end in .m4a, .aac, .mp4 or .wav.",
      "Images need ImageMagick 7.",
    ],
  },
  {
    tool: "media",
    action: "split",
    provider: "local",
    command: ["media", "split"],
    entries: [
      flag("input", "--input", { required: true, reference: "file" }),
      flag("outputDir", "--output-dir", { reference: "file" }),
      flag("chunkSeconds", "--chunk-duration", { minimum: 1 }),
      verbose,
    ],
    saves: { when: "always" },
    notes: ["Copies streams, so pieces begin at key frames; a short file is listed itself and nothing is written."],
  },
  {
    tool: "media",
    action: "batch",
    provider: "local",
    command: ["media", "batch"],
    entries: [
      flag("inputDir", "--input-dir", { required: true, reference: "file" }),
      flag("outputDir", "--output-dir", { reference: "file", required: true }),
      quality,
      maxWidth,
      bitrate,
      verbose,
    ],
    saves: { when: "never" },
    notes: [
      "Keeps file names, so .mp3, .flac and .ogg files always fail.",
      "quality means CRF for video and percent for images; without it videos get the worst quality.",
    ],
  },
];
