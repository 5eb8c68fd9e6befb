import path from "node:path";
import type { ApprovalUi } from "pi-extension-core/approval";
import { describe, expect, it } from "vitest";
import type { RobloxSession } from "../../../src/runtime/session/roblox-session.ts";
import { openSession } from "../../fixtures/runtime/open-session.ts";

/** A project that maps a folder beside its workspace. */
async function sessionOf(ui: ApprovalUi | undefined) {
  const { session, ws } = await openSession({
    "../lib/Secret.luau": "return 1",
    "default.project.json": '{"name":"g","tree":{"$className":"DataModel","ServerStorage":{"Lib":{"$path":"../lib"}}}}',
  });
  await session.start(ui);
  return { session, secret: path.join(ws.root, "lib", "Secret.luau") };
}

const namesOf = async (session: RobloxSession) =>
  (await session.maps()).maps.flatMap((map) => [...map.all()].map(({ path: names }) => names.join(".")));

describe("a $path that leads out of the workspace", () => {
  it("is not read before somebody has approved it, and what is there is not taken for Studio's", async () => {
    const { session } = await sessionOf(undefined);
    expect(await namesOf(session)).not.toContain("ServerStorage.Lib.Secret");
    expect(session.readingRefused?.code).toBe("APPROVAL_REQUIRED");
    expect((await session.explain("game.ServerStorage.Lib.Secret")).owner).not.toBe("studio-owned");
  });

  it("keeps rojo from being run on the project, too", async () => {
    const { session } = await sessionOf(undefined);
    const parts = await session.requireRojo();
    await expect(parts.rojo.refreshSourcemap()).rejects.toMatchObject({ code: "APPROVAL_REQUIRED" });
    const state = await parts.rojo.server.start();
    expect(state.phase === "unusable" && state.problem.error.code).toBe("APPROVAL_REQUIRED");
  });

  it("is read once the user says yes", async () => {
    const { session, secret } = await sessionOf({ confirm: () => Promise.resolve(true) });
    expect(await namesOf(session)).toContain("ServerStorage.Lib.Secret");
    expect((await session.explain(secret)).owner).toBe("outside-workspace");
  });

  it("makes nobody wait for the answer to the question", async () => {
    const answer = Promise.withResolvers<boolean>();
    const { session } = await sessionOf({ confirm: () => answer.promise });
    expect(await namesOf(session)).not.toContain("ServerStorage.Lib.Secret");
    answer.resolve(true);
    await expect.poll(() => namesOf(session)).toContain("ServerStorage.Lib.Secret");
  });

  it("stays unread after a no", async () => {
    const { session } = await sessionOf({ confirm: () => Promise.resolve(false) });
    expect(await namesOf(session)).not.toContain("ServerStorage.Lib.Secret");
    expect(session.readingRefused?.code).toBe("APPROVAL_DECLINED");
  });
});
