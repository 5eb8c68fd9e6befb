import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { hasCode } from "pi-extension-core/errors";
import { createWorkspace } from "testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { writeStarterConfig } from "../../../../src/runtime/config/init-config.ts";
import { loadConfig } from "../../../../src/runtime/config/load-config.ts";

async function workspace(files: Record<string, string> = {}): Promise<string> {
  const ws = await createWorkspace({ files });
  onTestFinished(ws.cleanup);
  return ws.root;
}

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "none",
    (error: unknown) => (hasCode(error, String(Reflect.get(Object(error), "code"))) ? error.code : "other"),
  );

describe("loadConfig", () => {
  it("gives the defaults and no fingerprint where there is no file", async () => {
    const loaded = await loadConfig(await workspace(), ".pi");
    expect(loaded.fingerprint).toBeUndefined();
    expect(loaded.config.mode).toBe("rojo");
  });

  it("reads the file in the folder that Pi uses", async () => {
    const root = await workspace({ ".pi/roblox.json": '{ "mode": "studio-only" }' });
    const loaded = await loadConfig(root, ".pi");
    expect(loaded.config.mode).toBe("studio-only");
    expect(loaded.fingerprint).toMatch(/^sha256:/);
  });

  it("refuses a configuration that is reached through a link", async () => {
    const root = await workspace({ "elsewhere/roblox.json": "{}" });
    await symlink(path.join(root, "elsewhere"), path.join(root, ".pi"));
    expect(await codeOf(loadConfig(root, ".pi"))).toBe("SYMLINK_REFUSED");
  });

  it("refuses bytes that are no UTF-8", async () => {
    const root = await workspace();
    await mkdir(path.join(root, ".pi"));
    await writeFile(path.join(root, ".pi", "roblox.json"), Buffer.from([0x7b, 0xff, 0x7d]));
    expect(await codeOf(loadConfig(root, ".pi"))).toBe("JSON_INVALID");
  });
});

describe("writeStarterConfig", () => {
  const choice = { mode: "rojo", projectFile: "default.project.json" } as const;

  it("writes a file that loads", async () => {
    const root = await workspace();
    await writeStarterConfig(root, ".pi", choice, path.join(root, ".pi", "roblox", "staging"));
    expect((await loadConfig(root, ".pi")).config.projectFile).toBe("default.project.json");
  });

  it("leaves an existing file as it is", async () => {
    const root = await workspace({ ".pi/roblox.json": "{ mine" });
    expect(await codeOf(writeStarterConfig(root, ".pi", choice, path.join(root, ".pi", "s")))).toBe("ALREADY_EXISTS");
    expect(await readFile(path.join(root, ".pi", "roblox.json"), "utf8")).toBe("{ mine");
  });
});
