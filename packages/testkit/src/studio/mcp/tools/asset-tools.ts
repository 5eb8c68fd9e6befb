/**
 * The tools whose work is done by Roblox's cloud: answers in the documented shapes, made here, without any network [A4].
 * The exact texts are not known.
 */

import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import path from "node:path";
import { runProgram } from "../luau-program.ts";
import { StudioFailure } from "../studio-failure.ts";
import { choiceArgument, optionalText, type ToolArguments, textArgument } from "./arguments.ts";
import type { ToolHandler } from "./tool.ts";

const MAX_IMAGE_BYTES = 5 * 1024 * 1024;

/** Documentation that http_get may read. */
const ALLOWED_URL =
  /^https:\/\/(create\.roblox\.com|raw\.githubusercontent\.com\/Roblox\/creator-docs)\/.*(\.md|llms\.txt)$/;

const digestOf = (text: string, length: number): string =>
  createHash("sha256").update(text).digest("hex").slice(0, length);

/** The same number for the same text, as large as those of real assets. */
const assetIdOf = (text: string): number => Number.parseInt(digestOf(text, 12), 16) % 10 ** 15;

export const searchAsset: ToolHandler = async ({ args }) => {
  const query = textArgument(args, "query");
  const assetType = optionalText(args, "assetType") ?? "Model";
  const results = [1, 2, 3].map((rank) => ({
    assetId: assetIdOf(`${query}#${rank}`),
    name: `${query} ${rank}`,
    assetType,
    creator: "Roblox",
  }));
  return JSON.stringify({ results });
};

function assetIdArgument(args: ToolArguments): string {
  const value = args["assetId"];
  return typeof value === "number" ? String(value) : textArgument(args, "assetId");
}

export const insertAsset: ToolHandler = async ({ window, args }) => {
  const id = assetIdArgument(args);
  const name = optionalText(args, "assetName") ?? `Asset${id}`;
  const parentPath = optionalText(args, "parentPath") ?? "game.Workspace";
  const inserted = await runProgram(window.dataModel("Edit"), "insert-asset", { id, name, parentPath }, "insert_asset");
  return JSON.stringify({ assetId: id, path: inserted });
};

/** Starts a generation that is done as soon as somebody waits for it. */
export const generate: ToolHandler = async ({ window, args }) => {
  const prompt = textArgument(args, "prompt");
  const jobId = `job-${digestOf(`${prompt}#${window.jobs.size}`, 16)}`;
  window.jobs.add(jobId);
  return JSON.stringify({ jobId, status: "InProgress" });
};

export const waitJobFinished: ToolHandler = async ({ window, args }) => {
  const jobId = optionalText(args, "generationId") ?? textArgument(args, "jobId");
  if (!window.jobs.has(jobId)) throw new StudioFailure(`Job not found: ${jobId}`);
  return JSON.stringify({ jobId, status: "Completed", assetId: assetIdOf(jobId) });
};

/** Reads any file that the user can read, as the original does. */
export const storeImage: ToolHandler = async ({ args }) => {
  const file = textArgument(args, "file_path");
  const found = await stat(file).catch(() => undefined);
  if (!path.isAbsolute(file) || found?.isFile() !== true) throw new StudioFailure(`File not found: ${file}`);
  if (found.size > MAX_IMAGE_BYTES) throw new StudioFailure("Image is larger than 5 MB");
  return `IMAGEID_${digestOf(file, 32)}`;
};

export const uploadImage: ToolHandler = async ({ args }) => {
  const urls = args["image_urls"];
  if (!Array.isArray(urls)) throw new StudioFailure("image_urls is required");
  return JSON.stringify(Object.fromEntries(urls.map((url) => [String(url), `rbxassetid://${assetIdOf(String(url))}`])));
};

export const httpGet: ToolHandler = async ({ args }) => {
  const url = textArgument(args, "url");
  if (!ALLOWED_URL.test(url)) throw new StudioFailure(`URL is not allowed: ${url}`);
  return `# ${url}\n\nThe Studio stand-in has no network; this stands for the document.`;
};

export const skill: ToolHandler = async ({ args }) => {
  const name = textArgument(args, "skill_name");
  if (!name.startsWith("rbx-")) throw new StudioFailure(`Skill not found: ${name}`);
  return `# ${name}\n\nThe Studio stand-in has no skills; this stands for one.`;
};

export const subagent: ToolHandler = async ({ args }) => {
  const type = choiceArgument(args, "type", ["explore", "playtest", "screen_capture", "unit_test"]);
  textArgument(args, "prompt");
  return `The ${type} subagent has finished. The Studio stand-in runs no model.`;
};
