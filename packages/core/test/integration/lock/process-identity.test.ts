import { spawn } from "node:child_process";
import { once } from "node:events";
import { currentProcess, identityOf, lifeOf } from "pi-extension-core/lock";
import { describe, expect, it } from "vitest";

describe("the identity of a process", () => {
  it("is the same however it is asked for", () => {
    expect(identityOf(process.pid)).toEqual(currentProcess());
  });

  it("tells a running child from the same child when it is gone", async () => {
    const child = spawn(process.execPath, ["-e", "process.stdin.resume()"], { stdio: ["pipe", "ignore", "ignore"] });
    await once(child, "spawn");
    const identity = identityOf(child.pid ?? 0);
    expect(lifeOf(identity)).toBe(process.platform === "linux" ? "living" : "unknown");
    child.stdin.end();
    await once(child, "exit");
    expect(lifeOf(identity)).toBe("dead");
  });
});
