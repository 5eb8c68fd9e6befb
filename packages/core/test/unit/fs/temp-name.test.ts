import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tempName, tempOwner } from "../../../src/fs/temp-name.ts";
import { hostKeyOf } from "../../../src/lock/owner-name.ts";

describe("the name of a staged file", () => {
  it("tells its owner, whoever it is", () => {
    const token = fc.option(
      fc.tuple(fc.nat(), fc.nat()).map(([ticks, namespace]) => `${ticks}-${namespace}`),
      { nil: undefined },
    );
    fc.assert(
      fc.property(fc.nat(), token, fc.string(), (pid, startToken, host) => {
        const name = tempName({ pid, startToken }, "00ff", host);
        expect(tempOwner(name)).toEqual({ pid, startToken, hostKey: hostKeyOf(host) });
        expect(name).toMatch(/^[\w.-]+$/);
      }),
    );
  });

  it.each([["notes.tmp"], ["write.1.tmp"], [".write.00ff00ff.1.none.00.tmp"], ["write.00ff00ff.x.none.00.tmp"]])(
    "is not seen in %s",
    (name) => {
      expect(tempOwner(name)).toBeUndefined();
    },
  );
});
