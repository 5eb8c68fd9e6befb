import { once } from "node:events";
import { mkdir, readdir, rm, utimes } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { hasCode } from "pi-extension-core/errors";
import { currentProcess, readLockHolder, recoverLock, withLock } from "pi-extension-core/lock";
import { createWorkspace, type Workspace } from "testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { recordName } from "../../../src/lock/holder-record.ts";
import { hostKeyOf } from "../../../src/lock/owner-name.ts";
import { killHard, startFixture, untilExit, untilReady } from "../../fixtures/run-fixture.ts";

let workspace: Workspace;
let target: string;

beforeEach(async () => {
  workspace = await createWorkspace({ files: { n: "0" }, awkwardPath: true });
  target = workspace.path("n");
});
afterEach(() => workspace.cleanup());

const lock = (options: { waitMs?: number; signal?: AbortSignal } = {}) =>
  withLock(target, async () => "worked", { purpose: "test", ...options });

describe("a lock between processes", () => {
  it("lets one process in at a time", async () => {
    const children = [1, 2, 3].map(() => startFixture("lock/add-under-lock.ts", [target, "20"]));
    expect(await Promise.all(children.map(untilExit))).toEqual([0, 0, 0]);
    expect(await workspace.read("n")).toBe("60");
    expect(await readdir(workspace.root)).toEqual(["n"]);
  });

  it("names a living holder, and leaves it alone", async () => {
    const child = startFixture("lock/hold-lock.ts", [target, "writing chapter 3"]);
    await untilReady(child);
    const failure = await lock({ waitMs: 200 }).catch((error: unknown) => error);
    expect(hasCode(failure, "LOCKED") && failure.data["holder"]).toMatchObject({
      pid: child.pid,
      purpose: "writing chapter 3",
    });
    expect(await readLockHolder(target)).toMatchObject({ pid: child.pid });
    await killHard(child);
  });

  it("is recovered from a killed holder at once, by one of many who wait", async () => {
    const child = startFixture("lock/hold-lock.ts", [target]);
    await untilReady(child);
    await killHard(child);
    let inside = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 8 }, () =>
        withLock(
          target,
          async () => {
            inside += 1;
            most = Math.max(most, inside);
            await delay(5);
            inside -= 1;
          },
          { purpose: "test", waitMs: 10_000 },
        ),
      ),
    );
    expect(most).toBe(1);
    expect(await readdir(workspace.root)).toEqual(["n"]);
  });

  it("lets one in at a time while holders are killed at random", { timeout: 60_000 }, async () => {
    const log = workspace.path("log");
    const env = { NODE_COMPILE_CACHE: workspace.path("compile-cache") };
    await untilExit(startFixture("lock/log-under-lock.ts", [target, log, "1"], env));
    const lane = async (): Promise<void> => {
      for (let kills = 0; kills < 12; kills += 1) {
        const child = startFixture("lock/log-under-lock.ts", [target, log], env);
        await untilReady(child);
        await delay(50 + Math.random() * 150);
        await killHard(child);
      }
    };
    await Promise.all([lane(), lane()]);
    let inside: string | undefined;
    let takeovers = 0;
    const intruders: unknown[] = [];
    for (const line of (await workspace.read("log")).trim().split("\n")) {
      const [step, pid] = line.split(" ");
      if (step === "enter" && inside !== undefined) takeovers += 1;
      if (step === "leave" && pid !== inside) intruders.push(pid);
      inside = step === "enter" ? pid : undefined;
    }
    expect(intruders).toEqual([]);
    // Else nobody was killed inside, and nothing was proved.
    expect(takeovers).toBeGreaterThan(0);
  });

  it("is recovered from a holder on another machine that gives no sign of life", async () => {
    const owner = { ...currentProcess(), hostKey: hostKeyOf("elsewhere") };
    const holder = { pid: 1, host: "elsewhere", purpose: "x", since: "2026-01-01T00:00:00.000Z" };
    await workspace.write(`n.lock/${recordName(owner, "00")}`, JSON.stringify(holder));
    const failure = await lock({ waitMs: 100 }).catch((error: unknown) => error);
    expect(hasCode(failure, "LOCKED") && failure.data["holder"]).toEqual(holder);
    const longAgo = new Date(Date.now() - 60_000);
    await utimes(workspace.path("n.lock"), longAgo, longAgo);
    expect(await lock()).toBe("worked");
  });

  it("is recovered from a holder that was killed before it could say who it is", async () => {
    await mkdir(workspace.path("n.lock"));
    expect(await lock({ waitMs: 2000 })).toBe("worked");
  });

  it.runIf(process.platform === "linux")("is never taken from a holder that lives, however silent it is", async () => {
    const child = startFixture("lock/hold-lock.ts", [target]);
    await untilReady(child);
    child.kill("SIGSTOP");
    const longAgo = new Date(Date.now() - 60_000);
    await utimes(workspace.path("n.lock"), longAgo, longAgo);
    await expect(lock({ waitMs: 4000 })).rejects.toMatchObject({ code: "LOCKED" });
    await killHard(child);
    expect(await lock()).toBe("worked");
  });

  it("tells its work when it is lost, and fails even if the work went on", async () => {
    let sawLoss = false;
    const work = withLock(
      target,
      async ({ signal }) => {
        await rm(workspace.path("n.lock"), { recursive: true });
        await once(signal, "abort");
        sawLoss = true;
      },
      { purpose: "test" },
    );
    await expect(work).rejects.toMatchObject({ code: "LOCK_LOST" });
    expect(sawLoss).toBe(true);
  });

  it("is lost also when another holder has it since the last look, whose lock then stays", async () => {
    const work = withLock(
      target,
      async () => {
        await rm(workspace.path("n.lock"), { recursive: true });
        await workspace.write("n.lock/holder.other", "");
      },
      { purpose: "test" },
    );
    await expect(work).rejects.toMatchObject({ code: "LOCK_LOST" });
    expect(await readdir(workspace.path("n.lock"))).toEqual(["holder.other"]);
  });

  it("does not stay when it only seemed to be lost", async () => {
    const work = withLock(
      target,
      async ({ signal }) => {
        await utimes(workspace.path("n.lock"), 1, 1);
        await once(signal, "abort");
      },
      { purpose: "test" },
    );
    await expect(work).rejects.toMatchObject({ code: "LOCK_LOST" });
    expect(await readdir(workspace.root)).toEqual(["n"]);
  });

  it("is released when the work throws, and the error is the work's", async () => {
    const failure = new Error("work");
    await expect(withLock(target, () => Promise.reject(failure), { purpose: "test" })).rejects.toBe(failure);
    expect(await lock()).toBe("worked");
  });

  it("ends the waiting on abort, with its reason", async () => {
    const child = startFixture("lock/hold-lock.ts", [target]);
    await untilReady(child);
    const abort = new AbortController();
    const reason = new Error("Esc");
    setTimeout(() => abort.abort(reason), 100);
    await expect(lock({ signal: abort.signal })).rejects.toBe(reason);
    await killHard(child);
  });

  it.skipIf(process.platform === "win32")("ends with its process on a signal, and leaves nothing behind", async () => {
    const child = startFixture("lock/hold-lock.ts", [target]);
    await untilReady(child);
    const exited = once(child, "exit");
    child.kill("SIGTERM");
    expect(await exited).toEqual([null, "SIGTERM"]);
    expect(await readdir(workspace.root)).toEqual(["n"]);
  });

  it.skipIf(process.platform === "win32")("does not keep the host from handling a signal in its own time", async () => {
    const child = startFixture("lock/hold-lock.ts", [target, "hold", "handle-signals"]);
    await untilReady(child);
    const exited = once(child, "exit");
    child.kill("SIGTERM");
    expect(await exited).toEqual([7, null]);
    expect(await readdir(workspace.root)).toEqual(["n"]);
  });

  it("is removed by recovery when its holder was killed, and only then", async () => {
    const child = startFixture("lock/hold-lock.ts", [target]);
    await untilReady(child);
    expect(await recoverLock(target)).toBe(false);
    await killHard(child);
    expect(await recoverLock(target)).toBe(true);
    expect(await readdir(workspace.root)).toEqual(["n"]);
    expect(await recoverLock(target)).toBe(false);
  });

  it("says that the folder is missing", async () => {
    const work = withLock(workspace.path("gone/x"), async () => "worked", { purpose: "test" });
    await expect(work).rejects.toMatchObject({ code: "WRITE_FAILED", data: { errno: "ENOENT" } });
  });

  it("says that a file is in the way", async () => {
    await workspace.write("n.lock", "");
    await expect(lock()).rejects.toMatchObject({ code: "FILE_INVALID" });
  });
});
