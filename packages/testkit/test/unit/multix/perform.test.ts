import { expect, it } from "vitest";
import { performedCommands } from "../../../src/multix/perform.ts";
import { NEWEST, surfaceAt } from "../../../src/multix/surface.ts";

it("every command of the surface does something, and nothing else does", () => {
  const names = surfaceAt(NEWEST).map(({ path }) => path.join(" "));
  expect(performedCommands.toSorted()).toEqual(names.toSorted());
});
