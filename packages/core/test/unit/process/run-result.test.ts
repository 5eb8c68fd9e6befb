import { describe, expect, it } from "vitest";
import { notStarted, type RunFacts, resultOf } from "../../../src/process/run-result.ts";

const output = { text: "", head: "", tail: "", totalBytes: 0, omittedBytes: 0 };
const facts: RunFacts = {
  file: "/bin/x",
  pid: 7,
  exit: { code: 0, signal: null },
  stopReason: undefined,
  timeoutMs: 50,
  callbackError: undefined,
  isGone: true,
  stdout: output,
  stderr: output,
  outputComplete: true,
  durationMs: 1,
};
const killed = { code: null, signal: "SIGTERM" } as const;
const callbackError = { stream: "stdout", thrown: undefined } as const;

describe("the result of a run", () => {
  it.each([
    ["exit code 0", {}, { ok: true, reason: "exited", exitCode: 0 }, undefined],
    ["another exit code", { exit: { code: 2, signal: null } }, { reason: "exited", exitCode: 2 }, "PROCESS_FAILED"],
    ["a signal", { exit: killed }, { reason: "signalled", signal: "SIGTERM" }, "PROCESS_FAILED"],
    ["a timeout", { exit: killed, stopReason: "timed-out" }, { reason: "timed-out" }, "TIMED_OUT"],
    ["a timeout with exit code 0", { stopReason: "timed-out" }, { ok: false, exitCode: 0 }, "TIMED_OUT"],
    ["an abort", { exit: killed, stopReason: "aborted" }, { ok: false, reason: "aborted" }, undefined],
    ["a stop", { exit: { code: 1, signal: null }, stopReason: "stopped" }, { ok: false, exitCode: 1 }, undefined],
    ["a callback that threw undefined", { callbackError }, { ok: false, reason: "exited" }, "INTERNAL"],
    ["both failures", { callbackError, exit: { code: 2, signal: null } }, { exitCode: 2 }, "PROCESS_FAILED"],
    ["a leftover after exit code 0", { isGone: false }, { ok: false, exitCode: 0 }, "EXIT_UNCONFIRMED"],
    ["an exit that was not seen", { isGone: false, exit: undefined, stopReason: "aborted" }, {}, "EXIT_UNCONFIRMED"],
  ] as const)("follows from %s", (_, seen, expected, code) => {
    const result = resultOf({ ...facts, ...seen });
    expect(result).toMatchObject(expected);
    expect(result.error?.code).toBe(code);
  });

  it("of an aborted start has no error", () => {
    expect(notStarted(undefined, 1)).toMatchObject({ ok: false, reason: "aborted" });
    expect(notStarted(undefined, 1)).not.toHaveProperty("error");
  });
});
