import { fileURLToPath } from "node:url";
import { runProcess } from "pi-extension-core/process";
import { expect, it } from "vitest";
import type { Encoding } from "../../../../../src/backends/rojo/api/server-info.ts";
import { answer, encoded, SESSION_ID, standIn, typeOf } from "../../../../fixtures/backends/rojo/api/stand-in-rojo.ts";
import { BIG_ROOT_ID, bigInstances } from "../../../../fixtures/backends/rojo/live-tree/big-project.ts";

const follower = fileURLToPath(
  new URL("../../../../fixtures/backends/rojo/live-tree/follow-and-report.ts", import.meta.url),
);

it.each<Encoding>(["json", "msgpack"])(
  "joins a project of 10,000 scripts and 60 MB without holding its sources [%s]",
  async (encoding) => {
    const body = encoded({ sessionId: SESSION_ID, messageCursor: 0, instances: bigInstances(100) }, encoding);
    expect(body.length).toBeGreaterThan(60_000_000);
    await using server = await standIn({
      encoding,
      rootId: BIG_ROOT_ID,
      read: answer(body, typeOf(encoding)),
      onSocket: () => {},
    });
    // The answer alone would not fit into this heap.
    const flags = ["--conditions=source", "--max-old-space-size=48"];
    const { stdout, stderr } = await runProcess(process.execPath, [...flags, follower, String(server.endpoint.port)], {
      cwd: import.meta.dirname,
    });
    expect(stderr.text).toBe("");
    const report: { readonly growthBytes: number } = JSON.parse(stdout.text);
    expect(report).toMatchObject({ kind: "following", size: 10_101 });
    expect(report.growthBytes).toBeLessThan(150_000_000);
  },
);
