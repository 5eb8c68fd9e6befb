/** The commands of fal that are no images: a model run by its id, video, and requests of earlier runs. */

import { readFileSync } from "node:fs";
import { CliFailure } from "../failure.ts";
import { earlierJob, isDone, runningJob } from "../jobs.ts";
import { request } from "../provider.ts";
import { saveSample } from "../save.ts";
import type { Session } from "../session.ts";
import { waitFor } from "./video.ts";

function saveListed(session: Session, id: string, verb: string): void {
  const path = saveSample(session, `fal-${id.slice(0, 8)}-01.mp4`, session.behaviour.container ?? "mp4");
  session.print(`${verb} 1 file(s):`);
  session.info(path);
}

const resultOf = (id: string): string =>
  JSON.stringify({ video: { url: `https://cdn.fal.example/${id}.mp4` }, request_id: id }, null, 2);

export async function falVideo(session: Session): Promise<void> {
  await request(session);
  const job = runningJob(session);
  await waitFor(session, job);
  if (session.isOff("download")) session.print(`https://cdn.fal.example/${job.id}.mp4`);
  else saveListed(session, job.id, "Generated");
}

/** JSON text, or the JSON of a file named after `@`. */
function inputOf(session: Session): void {
  const given = session.text("input") ?? "";
  const text = given.startsWith("@") ? readFileSync(given.slice(1), "utf8") : given;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new CliFailure("--input must be a JSON object or @file.json");
}

export async function falRun(session: Session): Promise<void> {
  inputOf(session);
  await request(session);
  const job = runningJob(session);
  await waitFor(session, job);
  if (session.isOff("download")) session.print(resultOf(job.id));
  else saveListed(session, job.id, "Downloaded");
}

export async function falStatus(session: Session): Promise<void> {
  await request(session);
  const id = session.operand(1);
  session.print(JSON.stringify({ status: earlierJob(session, id).ask(), request_id: id }, null, 2));
}

export async function falResult(session: Session): Promise<void> {
  await request(session);
  const id = session.operand(1);
  const status = earlierJob(session, id).ask();
  if (!isDone("fal", status))
    throw new CliFailure(`HTTP 400 from https://queue.fal.run/${id}: {"detail":"Request is still in progress"}`);
  if (session.isOn("download")) saveListed(session, id, "Downloaded");
  else session.print(resultOf(id));
}
