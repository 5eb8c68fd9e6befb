import { expect, it } from "vitest";
import { gatherFacts } from "../../../src/runtime/doctor/gather-facts.ts";
import { readFooter } from "../../../src/runtime/session/read-status.ts";
import { openSession } from "../../fixtures/runtime/open-session.ts";

it("works on the project files alone where there is no rojo, and says so", async () => {
  const { session } = await openSession({
    ".pi/roblox.json": '{"rojo":{"server":{"autoStart":true,"port":34897}}}',
    "default.project.json": '{"name":"g","tree":{"$className":"DataModel","ServerStorage":{"$path":"src"}}}',
    "src/A.luau": "",
  });
  await session.start(undefined);
  expect(session.reports.filter(({ state }) => state === "failed")).toEqual([]);
  expect((await session.explain("src/A.luau")).owner).toBe("rojo-owned");
  expect((await session.explain("game.Workspace.Tree")).owner).toBe("studio-owned");
  expect(readFooter(session)).not.toMatch(/failed/);
  const facts = await gatherFacts(session, undefined);
  expect(facts.find(({ id }) => id === "rojo-program")).toMatchObject({ state: "fail" });
});
