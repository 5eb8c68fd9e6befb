import { cpSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { isCodedError } from "pi-extension-core/errors";
import { parseMultix } from "testkit/multix/parse";
import { refuseCall } from "testkit/multix/refusals";
import { Session } from "testkit/multix/session";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CallPlan, planCall } from "../../../src/multix/plan/plan-call.ts";
import { type CallTable, callTables } from "../../../src/multix/tables/index.ts";
import { anyCall } from "../../fixtures/any-call.ts";

const samples = fileURLToPath(new URL("../../../../testkit/data/media", import.meta.url));
let folder: string;
/** Images, because the CLI takes nothing else as a reference. */
let files: string[];

beforeAll(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), "multix refusals-")));
  files = ["-V.png", "two words.jpg", "ü.webp"].map((name) => path.join(folder, name));
  for (const file of files) cpSync(path.join(samples, `sample${path.extname(file)}`), file);
});
afterAll(() => rmSync(folder, { recursive: true }));

function planned(table: CallTable, call: Record<string, unknown>): CallPlan | undefined {
  try {
    return planCall(table.tool, call);
  } catch (error) {
    if (isCodedError(error)) return undefined;
    throw error;
  }
}

describe("what the tables allow, the CLI's own code does not refuse either", () => {
  it.each(callTables.map((table) => [`${table.tool} ${table.action} ${table.provider}`, table] as const))(
    "%s",
    async (_, table) => {
      await fc.assert(
        fc.asyncProperty(anyCall(table, files), async (given) => {
          const plan = planned(table, given);
          fc.pre(plan !== undefined);
          const { call } = await parseMultix(plan?.argv ?? []);
          if (call === undefined) throw new Error(`${plan?.argv.join(" ")} is not parsed`);
          expect(() => refuseCall(new Session(call, {}, folder))).not.toThrow();
        }),
        { numRuns: 30 },
      );
    },
  );
});
