import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, readdir, stat, symlink } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parse } from "dotenv";
import { isCodedError } from "pi-extension-core/errors";
import { createWorkspace, type Workspace } from "testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type KeyContext,
  keyStatus,
  knownSecretValues,
  scaffoldKeys,
  setKey,
  unsetKey,
} from "../../../../src/multix/keys/manage-keys.ts";

const CANARY = "canary-key-0123456789";
const onPosix = process.platform !== "win32";
let workspace: Workspace;
let context: KeyContext & { env: Record<string, string | undefined> };

beforeEach(async () => {
  workspace = await createWorkspace({ files: { "home/": "", "game/": "", "elsewhere/key.txt": CANARY } });
  const home = workspace.path("home");
  context = {
    env: { HOME: home, USERPROFILE: home, STAGED: CANARY },
    platform: process.platform,
    cwd: workspace.path("game"),
  };
});
afterEach(() => workspace.cleanup());

const stored = async (): Promise<Record<string, string>> => parse(await workspace.read("home/.multix/.env"));
const set = (more: Partial<Parameters<typeof setKey>[0]> = {}) =>
  setKey(
    { variable: "GEMINI_API_KEY", source: { kind: "env", name: "STAGED" }, consume: false, overwrite: false, ...more },
    context,
  );
const failure = (work: Promise<unknown>) =>
  work.then(
    () => {
      throw new Error("no failure");
    },
    (error: unknown) => {
      if (isCodedError(error)) return error;
      throw error;
    },
  );

describe("the key file", () => {
  it("is made private, with a place for every key and commands that do not show it", async () => {
    const report = await scaffoldKeys("GEMINI_API_KEY", context);
    expect(report).toMatchObject({ written: true, warnings: [] });
    expect(report.commands.posix).toContain("read -rs");
    expect((await stat(report.file)).mode & (onPosix ? 0o777 : 0o600)).toBe(0o600);
    expect(await stored()).toEqual({});
    expect(await scaffoldKeys("GEMINI_API_KEY", context)).toMatchObject({ written: false });
  });

  it("takes a key from a variable, and says neither its value nor its length", async () => {
    const report = await set();
    expect(await stored()).toEqual({ GEMINI_API_KEY: CANARY });
    expect(report).toMatchObject({ change: "added", consumed: false });
    expect(JSON.stringify([report, await keyStatus(context)])).not.toContain(CANARY);
    expect(context.env["STAGED"]).toBe(CANARY);
  });

  it("takes a key from a file and deletes it only when asked", async () => {
    await workspace.write("game/key.txt", `${CANARY}\r\n`);
    const source = { kind: "file", path: "@key.txt" } as const;
    await set({ source });
    expect(await workspace.read("game/key.txt")).toContain(CANARY);
    expect(await set({ source, consume: true })).toMatchObject({ change: "unchanged", consumed: true });
    expect(await readdir(workspace.path("game"))).toEqual([]);
    expect(await stored()).toEqual({ GEMINI_API_KEY: CANARY });
  });

  it("takes the staging variable out of this process when asked", async () => {
    await set({ consume: true });
    expect(context.env["STAGED"]).toBeUndefined();
  });

  it("keeps another value unless told to overwrite, and the staged key where it was", async () => {
    await workspace.write("home/.multix/.env", "# mine\nGEMINI_API_KEY=old\nFAL_KEY=f\n");
    await workspace.write("game/key.txt", CANARY);
    const source = { kind: "file", path: "key.txt" } as const;
    expect((await failure(set({ source, consume: true }))).code).toBe("KEY_EXISTS");
    expect(await workspace.read("game/key.txt")).toBe(CANARY);
    expect(await set({ source, consume: true, overwrite: true })).toMatchObject({ change: "replaced" });
    expect(await workspace.read("home/.multix/.env")).toBe(`# mine\nGEMINI_API_KEY=${CANARY}\nFAL_KEY=f\n`);
    expect(await unsetKey("GEMINI_API_KEY", context)).toMatchObject({ change: "removed" });
    expect(await stored()).toEqual({ FAL_KEY: "f" });
  });

  it("refuses what cannot be stored and consumes nothing", async () => {
    await workspace.write("game/key.txt", "two\nlines");
    expect((await failure(set({ source: { kind: "file", path: "key.txt" }, consume: true }))).code).toBe(
      "KEY_NOT_STORABLE",
    );
    expect(await workspace.read("game/key.txt")).toBe("two\nlines");
    expect((await failure(set({ variable: "PATH" }))).code).toBe("PARAMETER_INVALID");
  });

  it("does not repeat a key that was given in place of a variable's name", async () => {
    const error = await failure(set({ source: { kind: "env", name: "sk-live/canary=1" } }));
    expect(error.code).toBe("KEY_SOURCE_INVALID");
    expect(JSON.stringify([error.message, error.hint, error.data])).not.toContain("canary");
  });

  it("reads no file outside the working directory and the home folder, also through a link", async () => {
    const outside = { kind: "file", path: workspace.path("elsewhere/key.txt") } as const;
    expect((await failure(set({ source: outside }))).code).toBe("KEY_SOURCE_INVALID");
    if (!onPosix) return;
    await symlink(workspace.path("elsewhere"), workspace.path("game/link"));
    await symlink(workspace.path("elsewhere/key.txt"), workspace.path("game/key.txt"));
    for (const path of ["link/key.txt", "key.txt", "/dev/stdin", "."])
      expect((await failure(set({ source: { kind: "file", path } }))).code).toBe("KEY_SOURCE_INVALID");
  });

  it.skipIf(!onPosix)("warns about a file that others can read, and makes it private at the next write", async () => {
    await workspace.write("home/.multix/.env", "FAL_KEY=f\n");
    await chmod(workspace.path("home/.multix/.env"), 0o644);
    expect((await keyStatus(context)).warnings).toHaveLength(1);
    await set();
    expect((await keyStatus(context)).warnings).toEqual([]);
  });

  it.skipIf(!onPosix)("writes through a link and warns about it", async () => {
    await workspace.write("elsewhere/env", "FAL_KEY=f\n");
    await workspace.write("home/.multix/", "");
    await symlink(workspace.path("elsewhere/env"), workspace.path("home/.multix/.env"));
    expect((await set()).warnings).toHaveLength(1);
    expect(parse(await workspace.read("elsewhere/env"))).toEqual({ FAL_KEY: "f", GEMINI_API_KEY: CANARY });
  });

  it("tells what hides a stored key, and when the file is not read at all", async () => {
    await workspace.write("game/.env", "GEMINI_API_KEY=\n");
    context.env["MULTIX_DISABLE_HOME_ENV"] = "0";
    expect((await set()).warnings).toHaveLength(2);
    const gemini = (await keyStatus(context)).providers.find((provider) => provider.provider === "gemini");
    expect(gemini).toMatchObject({ usable: false, variables: [{ state: "empty", place: "cwd .env" }] });
  });

  it("knows every secret value for redaction, also as the CLI masks it", async () => {
    await workspace.write("game/.env", "FAL_KEY=fal-secret-value\n");
    await set();
    const values = await knownSecretValues({ ...context, env: { ...context.env, ARK_API_KEY: "ark-secret-value" } });
    expect(values).toEqual(expect.arrayContaining([CANARY, "fal-secret-value", "ark-secret-value", "canary...6789"]));
  });
});

describe("two sessions at once", () => {
  const fixture = fileURLToPath(new URL("../../../fixtures/set-key.ts", import.meta.url));
  const start = (variable: string) =>
    spawn(
      process.execPath,
      ["--conditions=source", "--no-warnings", fixture, workspace.path("home"), variable, "STAGED"],
      {
        env: { ...process.env, STAGED: CANARY },
        stdio: ["ignore", "pipe", "inherit"],
      },
    );

  it("lose no key", async () => {
    const names = ["GEMINI_API_KEY", "OPENAI_API_KEY", "FAL_KEY", "MINIMAX_API_KEY"];
    const exits = await Promise.all(names.map(async (name) => (await once(start(name), "exit"))[0] as number));
    expect(exits).toEqual([0, 0, 0, 0]);
    expect(Object.keys(await stored()).toSorted()).toEqual(names.toSorted());
  });

  it("leave a whole file when one is killed at any moment, and no staged key behind after the next write", async () => {
    await workspace.write("home/.multix/.env", "FAL_KEY=f\n");
    for (let round = 0; round < 12; round += 1) {
      const child = start("OPENAI_API_KEY");
      // From the start: it may be done before it is killed.
      const exited = once(child, "exit");
      await once(child.stdout, "data");
      await delay(round * 3);
      child.kill("SIGKILL");
      await exited;
      expect((await stored())["FAL_KEY"]).toBe("f");
    }
    await set();
    expect(await readdir(workspace.path("home/.multix/.staging"))).toEqual([]);
  });
});
