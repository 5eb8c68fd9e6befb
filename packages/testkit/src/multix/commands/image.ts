/** Image commands: names, lines and copies of each provider. */

import { randomUUID } from "node:crypto";
import { join, resolve } from "node:path";
import { CliFailure, marked } from "../failure.ts";
import { isFailed, isFinal, runningJob } from "../jobs.ts";
import { request } from "../provider.ts";
import { type Container, sampleMedia } from "../sample-media.ts";
import { copyResult, writeResult } from "../save.ts";
import type { Session } from "../session.ts";
import { applyWebp } from "../webp.ts";

const EXTENSIONS: Partial<Record<Container, string>> = { jpeg: "jpg" };
const extensionOf = (container: Container): string => EXTENSIONS[container] ?? container;
/** Providers whose lines have no colon after `Saved`. */
const PLAIN = ["leonardo", "byteplus", "fal"];
/** Commands that copy to `--output` without a word. */
const SILENT = ["minimax generate", "minimax image-to-image", "openrouter generate"];

interface Picture {
  readonly container: Container;
  readonly name: (index: number) => string;
}

const padded = (index: number): string => String(index).padStart(2, "0");

/** What the provider sends and how the CLI names it: by the MIME type, by the address, or always the same. */
function pictureOf(session: Session): Picture {
  const isEdit = session.name.endsWith("image-to-image");
  const now = Date.now();
  const id = randomUUID().slice(0, 8);
  const sent = (usual: Container): Container => session.behaviour.container ?? usual;
  switch (session.provider) {
    case "gemini": {
      const container = sent("png");
      const extension = container === "png" ? "png" : "jpg";
      return {
        container,
        name: (index) =>
          isEdit ? `gemini-i2i-${now}-${index + 1}.${extension}` : `gemini_generated_${now}_${index}.${extension}`,
      };
    }
    case "openai": {
      const format = session.text("format") ?? "png";
      const extension = format === "jpeg" ? "jpg" : format;
      const asked: Container = format === "jpeg" || format === "webp" ? format : "png";
      const stem = isEdit ? "openai-image-edit" : "openai-image";
      return { container: sent(asked), name: (index) => `${stem}-${now}-${index + 1}.${extension}` };
    }
    case "minimax":
    case "openrouter":
      return {
        container: sent("jpeg"),
        name: (index) =>
          isEdit ? `${session.provider}-i2i-${now}-${index + 1}.png` : `${session.provider}_image_${now}_${index}.png`,
      };
    case "leonardo":
    case "fal": {
      const container = sent("jpeg");
      const stem = isEdit ? `${session.provider}-i2i-${id}` : `${session.provider}-${id}`;
      return { container, name: (index) => `${stem}-${padded(index + 1)}.${extensionOf(container)}` };
    }
    case "byteplus": {
      const container = sent("jpeg");
      return { container, name: (index) => `byteplus-image-${now}-${index + 1}.${extensionOf(container)}` };
    }
    default:
      return { container: sent("jpeg"), name: () => `cloudflare_image_${now}.jpg` };
  }
}

function countOf(session: Session): number {
  const asked = Number.parseInt(session.text("numImages") ?? session.text("num") ?? "1", 10);
  const most = session.provider === "gemini" ? 4 : session.provider === "minimax" ? 9 : 10;
  return Number.isNaN(asked) ? 1 : Math.min(Math.max(asked, 1), most);
}

/** What each provider's module says when the answer holds no picture. */
function refuseNoImages(session: Session): void {
  switch (session.provider) {
    case "gemini":
      if (session.name.endsWith("image-to-image"))
        throw marked("No images in response — model may have refused the request");
      session.warn("Request 1: no images in response");
      throw marked("No images were generated");
    case "openrouter":
      throw marked(
        `No images returned by 'model' (finish_reason=stop). Model said: "I cannot draw that.". Hint: rephrase`,
      );
    case "minimax":
      throw marked("No images in response");
    case "byteplus":
      return;
    default:
      throw new CliFailure("No images in OpenAI response");
  }
}

/** Leonardo and fal work through a job that the CLI always waits for. */
async function waitForImages(session: Session): Promise<void> {
  if (session.provider !== "leonardo" && session.provider !== "fal") return;
  const job = runningJob(session);
  const status = await job.wait(Number(session.text("waitTimeout") ?? 480_000));
  if (isFailed(session.provider, status)) throw new CliFailure("Operation failed.");
  if (isFinal(session.provider, status)) return;
  if (session.provider === "leonardo") throw new CliFailure("Polling timed out before the operation completed.");
  throw new CliFailure(
    `Timed out waiting for fal request ${job.id} after ${session.text("waitTimeout")}ms. Resume with: multix fal result fal-ai/flux/schnell ${job.id}`,
  );
}

function printUrls(session: Session, picture: Picture, count: number): void {
  for (let index = 0; index < count; index += 1)
    session.print(`https://cdn.${session.provider}.example/${picture.name(index)}`);
}

function saveOnePlace(session: Session, picture: Picture, output: string | undefined): void {
  const path = output === undefined ? join(session.outputFolder(), picture.name(0)) : resolve(output);
  writeResult(session, path, sampleMedia(picture.container));
  session.success(`Saved ${path}`);
  session.print(applyWebp(session, [path], output)[0]);
}

function copyFirst(session: Session, from: string, output: string): void {
  const path = copyResult(session, from, output);
  if (SILENT.includes(session.name)) return;
  session.success(PLAIN.includes(session.provider) ? `Copied to ${path}` : `Copied to: ${output}`);
}

export async function generateImages(session: Session): Promise<void> {
  if (session.name === "minimax image-to-image") session.warn("MiniMax i2i keeps the character, it does not edit");
  if (
    session.provider === "byteplus" &&
    session.text("size") !== undefined &&
    session.text("aspectRatio") !== undefined
  )
    session.warn("--aspect-ratio is ignored because --size is given");
  await request(session);
  await waitForImages(session);
  if (session.behaviour.noImages === true) refuseNoImages(session);
  const picture = pictureOf(session);
  const count = session.behaviour.noImages === true ? 0 : countOf(session);
  const output = session.text("output");
  if (session.isOff("download")) return printUrls(session, picture, count);
  if (session.provider === "cloudflare") return saveOnePlace(session, picture, output);
  const isDirect = session.provider === "byteplus" && count === 1 && output !== undefined;
  const colon = PLAIN.includes(session.provider) ? "" : ":";
  const saved = Array.from({ length: count }, (_, index) => {
    const path = isDirect ? resolve(output) : join(session.outputFolder(), picture.name(index));
    writeResult(session, path, sampleMedia(picture.container));
    session.success(`Saved${colon} ${path}`);
    return path;
  });
  const [first] = saved;
  const isCopied = output !== undefined && session.provider !== "byteplus" && first !== undefined;
  if (isCopied) copyFirst(session, first, output);
  const listed = applyWebp(session, saved, output);
  session.print();
  session.print(`Generated ${listed.length} image(s):`);
  for (const path of listed) session.info(path);
  if (session.provider === "openrouter") session.print(`Model used: ${session.text("model") ?? "provider/default"}`);
}
