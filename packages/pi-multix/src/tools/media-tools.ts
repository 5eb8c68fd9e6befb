/** What the model is told about the five tools that make something. The parameters come from the tables. */

import { successResult } from "pi-adapter";
import { actionsOf, providersOf, type TableTool } from "../multix/tables/index.ts";
import type { MultixSession } from "../session/multix-session.ts";
import type { CallParams, TableToolSpec } from "./table-tool.ts";

const paid = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true };
const local = { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false };

const whoDoesWhat = (tool: TableTool): string =>
  actionsOf(tool)
    .map((action) => `${action} (${providersOf(tool, action).join(", ")})`)
    .join("; ");

const OUTPUT = "Returns the files with their real type; a wrong extension is corrected, so use the returned paths.";
const COST = "The provider charges for each call, also for one that fails late.";

/** `status` without an id shows what is open, without a run. */
async function openJobs(session: MultixSession, params: CallParams) {
  if (params["action"] !== "status" || (params["jobId"] !== undefined && params["jobId"] !== "")) return undefined;
  const jobs = await session.ledger().open();
  const lines = jobs.map(({ provider, id, action, startedAt, output }) =>
    [`${provider} ${id}`, `(${action}, started ${startedAt}${output === undefined ? "" : `, for ${output}`})`].join(
      " ",
    ),
  );
  const text =
    jobs.length === 0 ? "no open video jobs of this project" : [`${jobs.length} open video jobs:`, ...lines].join("\n");
  return successResult(text, {
    tool: "multix_video",
    action: "status",
    provider: "",
    files: [],
    durationMs: 0,
    notes:
      jobs.length === 0 ? [] : ["Call again with provider and jobId of one of them; download: true saves the video."],
    answer: lines.join("\n"),
    cli: { path: "", source: "" },
  });
}

export const mediaTools: readonly TableToolSpec[] = [
  {
    tool: "image",
    label: "multix image",
    description: `multix_image makes or edits images. Actions and their providers: ${whoDoesWhat("image")}. ${OUTPUT} ${COST}`,
    promptSnippet: "multix_image: make images from words, or edit them from references",
    promptGuidelines: [
      "Read the multix skill before the first multix_image call of a session, to choose a provider.",
      "Do not repeat a failed multix_image call unchanged; it may have been paid for.",
    ],
    annotations: paid,
  },
  {
    tool: "video",
    label: "multix video",
    description:
      `multix_video makes videos. Actions and their providers: ${whoDoesWhat("video")}. Some providers return a job instead ` +
      `of a file; action=status asks for it, and without jobId lists the open ones. ${OUTPUT} ${COST}`,
    promptSnippet: "multix_video: make videos from words or a picture, ask for running jobs",
    promptGuidelines: [
      "multix_video can take minutes: set timeoutMs above waitTimeoutMs, or let the job run and ask with action=status.",
      "After multix_video returned a job, use action=status instead of a second generate call.",
    ],
    annotations: paid,
    before: openJobs,
  },
  {
    tool: "audio",
    label: "multix audio",
    description: `multix_audio speaks, transcribes, composes and makes sounds. Actions and their providers: ${whoDoesWhat("audio")}. ${OUTPUT} ${COST}`,
    promptSnippet: "multix_audio: speech, transcripts, music, sound effects, voice clones",
    promptGuidelines: ["Ask the user before multix_audio action=clone: it adds a voice to their account."],
    annotations: paid,
  },
  {
    tool: "media",
    label: "multix media",
    description: `multix_media shrinks, cuts and converts local files with ffmpeg and ImageMagick. Actions: ${actionsOf("media").join(", ")}. No key, no network. Existing outputs are replaced.`,
    promptSnippet: "multix_media: shrink, split or convert local video, sound and images",
    promptGuidelines: ["multix_media replaces an existing output file; give a new name unless the user wants that."],
    annotations: local,
  },
  {
    tool: "doc",
    label: "multix documents",
    description: `multix_doc turns documents into Markdown, or answers about files. Actions and their providers: ${whoDoesWhat("doc")}. ${COST}`,
    promptSnippet: "multix_doc: documents to Markdown, analysis and extraction from files",
    promptGuidelines: [
      "Use multix_doc for documents and media that the read tool cannot show; the files are sent to the provider.",
    ],
    annotations: paid,
  },
];
