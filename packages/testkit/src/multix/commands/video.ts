/** Video commands: those that always wait, those that leave a job, and the status commands. */

import { resolve } from "node:path";
import { CliFailure, marked } from "../failure.ts";
import { earlierJob, isDone, isFailed, type Job, runningJob } from "../jobs.ts";
import { request } from "../provider.ts";
import { type Container, sampleMedia } from "../sample-media.ts";
import { copyResult, saveSample, saveThumbnails, writeResult } from "../save.ts";
import type { Session } from "../session.ts";

const isImageToVideo = (session: Session): boolean => session.name.endsWith("image-to-video");
const containerOf = (session: Session): Container => session.behaviour.container ?? "mp4";
const statusCommand = (provider: string): string =>
  provider === "openrouter" || provider === "cloudflare" ? "video-status" : "status";
const urlOf = (session: Session, id: string): string => `https://cdn.${session.provider}.example/${id}.mp4`;

function failedMessage(session: Session, id: string, status: string): Error {
  const json = JSON.stringify({ id, status, error: "content policy" });
  switch (session.provider) {
    case "leonardo":
      return marked(`Generation failed: ${json}`);
    case "openrouter":
      return marked(`Job failed: ${json}`);
    case "byteplus":
      return marked(`Task failed: ${json}`);
    case "cloudflare":
      return new CliFailure("Cloudflare video generation failed");
    case "minimax":
      return marked(`Task ${id} failed: ${json}`);
    case "gemini":
      return new CliFailure(`Veo error: ${json}`);
    default:
      return new CliFailure(`fal request ${id} failed`);
  }
}

function timedOutMessage(session: Session, id: string): Error {
  const resume = `multix ${session.provider} ${statusCommand(session.provider)} ${id}`;
  switch (session.provider) {
    case "leonardo":
    case "openrouter":
      return marked(`Timed out — ${resume}`);
    case "byteplus":
      return marked(`Polling timed out — try --async and check later: ${resume}`);
    case "cloudflare":
      return new CliFailure("Cloudflare video polling timed out");
    case "minimax":
      return marked(`Task ${id} timed out after 600s`);
    case "gemini":
      return new CliFailure("Video generation timed out after 10 minutes");
    default:
      return new CliFailure(
        `Timed out waiting for fal request ${id} after ${session.text("waitTimeout")}ms. Resume with: multix fal result ${session.text("model") ?? "fal-ai/video"} ${id}`,
      );
  }
}

/** @throws CliFailure in the provider's words when the job failed or took too long */
async function waitFor(session: Session, job: Job): Promise<string> {
  const status = await job.wait(Number(session.text("waitTimeout") ?? 600_000));
  if (isFailed(session.provider, status)) throw failedMessage(session, job.id, status);
  if (!isDone(session.provider, status)) throw timedOutMessage(session, job.id);
  return status;
}

/** The file itself goes to `--output`. @returns the path as the CLI prints it at the end */
function saveVideo(session: Session, name: string): { path: string; shown: string } {
  const output = session.text("output");
  const path = output === undefined ? saveSample(session, name, containerOf(session)) : resolve(output);
  if (output !== undefined) writeResult(session, path, sampleMedia(containerOf(session)));
  session.success(`Saved ${output ?? path}`);
  return { path, shown: output ?? path };
}

export async function geminiVideo(session: Session): Promise<void> {
  await request(session);
  await waitFor(session, runningJob(session));
  const stem = isImageToVideo(session) ? "veo_i2v" : "veo_generated";
  const path = saveSample(session, `${stem}_${Date.now()}.mp4`, containerOf(session));
  session.success(`Saved video: ${path}`);
  const output = session.text("output");
  const copy = output === undefined ? undefined : copyResult(session, path, output);
  if (output !== undefined) session.success(`Copied to: ${output}`);
  saveThumbnails(session, path, copy);
  session.print();
  session.print(`Generated video: ${path}`);
}

export async function minimaxVideo(session: Session): Promise<void> {
  await request(session);
  const job = runningJob(session);
  session.debug(`Task ID: ${job.id}, polling...`);
  await waitFor(session, job);
  const path = saveSample(session, `minimax_video_${Date.now()}.mp4`, containerOf(session));
  const output = session.text("output");
  const copy = output === undefined ? undefined : copyResult(session, path, output);
  saveThumbnails(session, path, copy);
  session.print();
  session.print(`Generated video: ${path}`);
  session.print("Generation time: 1.2s");
  session.print("File size: 0.00 MB");
}

function leave(session: Session, id: string): void {
  session.print(id);
  session.note(`Poll with: multix ${session.provider} ${statusCommand(session.provider)} ${id}`);
}

export async function leonardoVideo(session: Session): Promise<void> {
  await request(session);
  const job = runningJob(session);
  if (!session.isOn("wait") && !session.isOn("download")) return leave(session, job.id);
  await waitFor(session, job);
  if (!session.isOn("download")) return session.print(urlOf(session, job.id));
  const stem = isImageToVideo(session) ? "leonardo-i2v" : "leonardo-video";
  const { path, shown } = saveVideo(session, `${stem}-${job.id.slice(0, 8)}.mp4`);
  saveThumbnails(session, path);
  session.print();
  session.print(`Job: ${job.id}`);
  session.print(`Saved: ${shown}`);
}

export async function openrouterVideo(session: Session): Promise<void> {
  await request(session);
  const job = runningJob(session);
  if (!session.isOn("wait") && !session.isOn("download")) return leave(session, job.id);
  openrouterResult(session, job.id, await waitFor(session, job));
}

function openrouterResult(session: Session, id: string, status: string): void {
  session.note(`status: ${status}`);
  if (!isDone(session.provider, status)) return;
  session.print(urlOf(session, id));
  if (!session.isOn("download")) return;
  const path = saveSample(session, `openrouter_video_${id}.mp4`, containerOf(session));
  session.success(`Saved ${path}`);
  const output = session.text("output");
  const copy = output === undefined ? undefined : copyResult(session, path, output);
  if (output !== undefined) session.success(`Copied to ${output}`);
  saveThumbnails(session, path, copy);
}

const BYTEPLUS_STEMS: Readonly<Record<string, string>> = {
  video: "byteplus-video",
  "image-to-video": "byteplus-i2v",
  "reference-to-video": "byteplus-r2v",
};

export async function byteplusVideo(session: Session): Promise<void> {
  await request(session);
  const job = runningJob(session);
  if (session.isOn("async")) return leave(session, job.id);
  await waitFor(session, job);
  const stem = BYTEPLUS_STEMS[session.call.command.path[1] ?? ""] ?? "byteplus-3d";
  const name = `${stem}-${job.id.slice(-8)}-${Date.now()}`;
  if (stem === "byteplus-3d") return byteplusModel(session, job.id, `${name}.glb`);
  const { path, shown } = saveVideo(session, `${name}.mp4`);
  saveThumbnails(session, path);
  session.print();
  session.print(`Task: ${job.id}`);
  session.print(`Saved: ${shown}`);
}

function byteplusModel(session: Session, id: string, name: string): void {
  const output = session.text("output");
  const path = output === undefined ? saveSample(session, name, "glb") : resolve(output);
  if (output !== undefined) writeResult(session, path, sampleMedia("glb"));
  session.success(`Saved ${output ?? path}`);
  session.print();
  session.print(`Task: ${id}`);
  session.print(`Saved: ${output ?? path}`);
}

export async function cloudflareVideo(session: Session): Promise<void> {
  await request(session);
  const job = runningJob(session);
  if (!session.isOn("wait") && !session.isOn("download")) return leave(session, job.id);
  session.success(`Video job ${job.id} (starting)`);
  await waitFor(session, job);
  session.print(saveVideo(session, `cloudflare_video_${job.id}.mp4`).path);
}

/** What every status command does first: one look, or polling with `--wait` or `--download`. */
async function statusOf(session: Session, id: string): Promise<string> {
  await request(session);
  const job = earlierJob(session, id);
  return session.isOn("wait") || session.isOn("download") ? waitFor(session, job) : job.ask();
}

export async function videoStatus(session: Session): Promise<void> {
  const id = session.operand(0);
  const status = await statusOf(session, id);
  const isSaved = session.isOn("download");
  switch (session.provider) {
    case "openrouter":
      return openrouterResult(session, id, status);
    case "leonardo": {
      session.note(`status: ${status}`);
      if (isDone("leonardo", status)) session.print(urlOf(session, id));
      if (!isSaved) return;
      return saveThumbnails(session, saveVideo(session, `leonardo-${id.slice(0, 8)}-1.mp4`).path);
    }
    case "byteplus": {
      session.print(JSON.stringify({ id, status, content: { video_url: urlOf(session, id) } }, null, 2));
      if (!isSaved) return;
      const { path, shown } = saveVideo(session, `byteplus-video-${id.slice(-8)}.mp4`);
      saveThumbnails(session, path);
      return session.print(`Saved: ${shown}`);
    }
    default:
      session.print(`${id}: ${status}`);
      if (isSaved) session.print(saveVideo(session, `cloudflare_video_${id}.mp4`).path);
  }
}

export { timedOutMessage, waitFor };
