import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import type { StudioStandin } from "../../../../src/studio/mcp/standin.ts";
import { createWorkspace } from "../../../../src/workspace.ts";
import { connectTo, type StudioClient, startStudioStandin } from "./studio-client.ts";

let standin: StudioStandin;
let studio: StudioClient;
beforeAll(async () => {
  standin = await startStudioStandin({ generation: "2026-08" });
  studio = await connectTo(standin, "2026-08");
});
afterAll(async () => {
  await studio.close();
  await standin.close();
});

it("inserts an asset that a search has found, below the parent that was asked for", async () => {
  const { results } = JSON.parse((await studio.call("search_asset", { query: "tree" })).text) as {
    readonly results: readonly { readonly assetId: number; readonly name: string }[];
  };
  const [first] = results;
  const inserted = await studio.call("insert_asset", {
    assetId: first?.assetId,
    assetName: "Oak",
    parentPath: "game.ReplicatedStorage",
  });
  expect(JSON.parse(inserted.text)).toEqual({ assetId: String(first?.assetId), path: "game.ReplicatedStorage.Oak" });
});

it.each(["generate_mesh", "generate_material", "generate_procedural_model"])(
  "%s gives a job that can be waited for",
  async (tool) => {
    const { jobId } = JSON.parse((await studio.call(tool, { prompt: "a chair" })).text) as { readonly jobId: string };
    const { status } = JSON.parse((await studio.call("wait_job_finished", { jobId })).text) as {
      readonly status: string;
    };
    expect(status).toBe("Completed");
    expect((await studio.call("wait_job_finished", { jobId: "other" })).isError).toBe(true);
  },
);

it("stores any image file that the user can read, up to 5 MB", async () => {
  const workspace = await createWorkspace({ files: { "a.png": "x", "big.png": new Uint8Array(5 * 1024 * 1024 + 1) } });
  onTestFinished(workspace.cleanup);
  expect((await studio.call("store_image", { file_path: workspace.path("a.png") })).text).toMatch(/^IMAGEID_/);
  expect((await studio.call("store_image", { file_path: workspace.path("big.png") })).isError).toBe(true);
  expect((await studio.call("store_image", { file_path: workspace.path("none.png") })).isError).toBe(true);
});

it("maps addresses of images to asset ids", async () => {
  const url = "https://example.com/a.png";
  const map = JSON.parse((await studio.call("upload_image", { image_urls: [url] })).text) as Record<string, string>;
  expect(map[url]).toMatch(/^rbxassetid:\/\/\d+$/);
});

it("reads documentation only", async () => {
  const docs = "https://create.roblox.com/docs/studio/mcp.md";
  expect((await studio.call("http_get", { url: docs })).isError).toBe(false);
  expect((await studio.call("http_get", { url: "http://127.0.0.1/llms.txt" })).isError).toBe(true);
});

it("answers for skills and subagents", async () => {
  expect((await studio.call("skill", { skill_name: "rbx-scripting" })).isError).toBe(false);
  expect((await studio.call("skill", { skill_name: "other" })).isError).toBe(true);
  expect((await studio.call("subagent", { type: "explore", prompt: "look" })).isError).toBe(false);
  expect((await studio.call("subagent", { type: "other", prompt: "look" })).text).toBe("Invalid type");
});

it("has an answer for every tool that it lists", async () => {
  for (const { name } of await studio.tools()) {
    const answer = await studio.call(name);
    expect(answer.text).not.toContain("tool handler not found");
  }
});
