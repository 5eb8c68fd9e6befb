/**
 * Vitest setup file of the integration and e2e projects: after each test file, a process that it started and that still
 * runs fails the run. The hooks of a setup file run after those of the test file.
 */

import { randomUUID } from "node:crypto";
import { afterAll, afterEach } from "vitest";
import { describeSurvivors, killSurvivors, watchProcesses } from "./process-leaks.ts";

const GRACE_MS = 2000;

// Nested: a run inside a run (the leak check's own test) stays visible to the outer one.
const mark = [process.env["TESTKIT_RUN"], randomUUID()].filter((part) => part !== undefined).join(":");
process.env["TESTKIT_RUN"] = mark;
const watch = watchProcesses(mark);

afterEach(() => watch.observe());

afterAll(async () => {
  const survivors = await watch.survivors(GRACE_MS);
  watch.stop();
  if (survivors.length === 0) return;
  killSurvivors(survivors);
  throw new Error(describeSurvivors(survivors));
});
