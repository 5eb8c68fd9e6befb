import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { utimes } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { createWorkspace, type Workspace } from "testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { withSetUpLock } from "../../../setup/set-up-lock.mjs";

let workspace: Workspace;
let lock: string;
beforeEach(async () => {
  workspace = await createWorkspace();
  lock = workspace.path("cache/set-up.pid");
});
afterEach(() => workspace.cleanup());

const silent = () => undefined;
const pidOfDeadProcess = () => String(spawnSync(process.execPath, ["-e", ""]).pid);

describe("withSetUpLock", () => {
  it("lets one at a time work", async () => {
    let working = 0;
    let most = 0;
    const work = async () => {
      working += 1;
      most = Math.max(most, working);
      await sleep(20);
      working -= 1;
    };
    await Promise.all([1, 2, 3].map(() => withSetUpLock(lock, work, silent)));
    expect(most).toBe(1);
  });

  it("gives the lock back when the work fails", async () => {
    await expect(withSetUpLock(lock, () => Promise.reject(new Error("broken")), silent)).rejects.toThrow("broken");
    expect(existsSync(lock)).toBe(false);
  });

  it("takes over from an owner that was killed", async () => {
    await workspace.write("cache/set-up.pid", pidOfDeadProcess());
    await expect(withSetUpLock(lock, () => Promise.resolve("done"), silent)).resolves.toBe("done");
  });

  it("lets one at a time work when several find a dead owner", async () => {
    await workspace.write("cache/set-up.pid", pidOfDeadProcess());
    let working = 0;
    const work = async () => {
      expect((working += 1)).toBe(1);
      await sleep(20);
      working -= 1;
    };
    await Promise.all([1, 2, 3].map(() => withSetUpLock(lock, work, silent)));
  });

  it("takes over from an owner that died before it wrote its process id", async () => {
    await workspace.write("cache/set-up.pid", "");
    await utimes(lock, 1, 1);
    await expect(withSetUpLock(lock, () => Promise.resolve("done"), silent)).resolves.toBe("done");
  });

  it("says whom it waits for, and which file to remove", async () => {
    const messages: string[] = [];
    await Promise.all([
      withSetUpLock(lock, () => sleep(1500), silent),
      withSetUpLock(
        lock,
        () => Promise.resolve(),
        (message) => messages.push(message),
      ),
    ]);
    expect(messages).toEqual([expect.stringContaining(String(process.pid))]);
    expect(messages[0]).toContain(lock);
  });
});
