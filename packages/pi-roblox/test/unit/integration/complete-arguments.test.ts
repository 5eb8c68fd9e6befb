import { describe, expect, it } from "vitest";
import { completeArguments } from "../../../src/integration/commands/complete-arguments.ts";

const values = (typed: string) => completeArguments(typed).map(({ value }) => value);

describe("completeArguments", () => {
  it.each([
    ["", ["status", "doctor", "init", "rojo", "ownership", "conflicts", "snapshot"]],
    ["s", ["status", "snapshot"]],
    ["rojo st", ["rojo start", "rojo stop"]],
    ["init ", ["init auto", "init rojo", "init studio-only"]],
    ["ownership x", []],
    ["nothing ", []],
  ])("offers for %j what can follow", (typed, expected) => {
    expect(values(typed)).toEqual(expected);
  });
});
