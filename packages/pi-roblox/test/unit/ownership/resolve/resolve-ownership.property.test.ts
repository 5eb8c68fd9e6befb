import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { InstanceMap, MapKind, MappedInstance } from "../../../../src/datamodel/instance-map.ts";
import type { InstancePath } from "../../../../src/datamodel/instance-path.ts";
import type { OwnershipEvidence, ScriptSyncFact, WouldBe } from "../../../../src/ownership/resolve/evidence.ts";
import { mayWrite } from "../../../../src/ownership/resolve/may-write.ts";
import type { OwnershipTarget } from "../../../../src/ownership/resolve/ownership.ts";
import { resolveOwnership } from "../../../../src/ownership/resolve/resolve-ownership.ts";
import { evidenceOf, instance, mapOf, windows } from "../../../fixtures/ownership/resolve/evidence.ts";

const KINDS: readonly MapKind[] = ["project", "sourcemap", "live-tree"];
const path: fc.Arbitrary<InstancePath> = fc.array(fc.constantFrom("A", "B", "C"), { minLength: 1, maxLength: 4 });
const file = fc.constantFrom("/p/a.luau", "/p/b.luau", "/p/d/init.luau", "/p/m.rbxm", "/p/Packages/x.lua", "/o/a.luau");

/** Few names and files, so that maps agree, contradict each other and repeat themselves often. */
const mapped: fc.Arbitrary<MappedInstance> = fc
  .record({
    path,
    sourceFile: fc.option(file, { nil: undefined }),
    deletesUnknownChildren: fc.constantFrom(true, false, undefined),
    isOpaque: fc.boolean(),
    className: fc.constantFrom("Folder", "Script"),
  })
  .map(({ path: at, ...more }) =>
    instance(at, { ...more, files: more.sourceFile === undefined ? [] : [more.sourceFile] }),
  );
const map = (kind: MapKind): fc.Arbitrary<InstanceMap> =>
  fc
    .tuple(fc.array(mapped, { maxLength: 6 }), fc.option(fc.constant("old"), { nil: undefined }))
    .map(([instances, staleBecause]) => mapOf(kind, instances, { staleBecause }));
const maps = fc
  .tuple(...KINDS.map((kind) => fc.option(map(kind), { nil: undefined })))
  .map((all) => all.filter((one) => one !== undefined));
const scriptSync = fc.constantFrom<(ScriptSyncFact | undefined)[]>(
  undefined,
  undefined,
  { status: "synced-as-root", file: "/p/s.luau" },
  { status: "errored" },
);
const evidence: fc.Arbitrary<OwnershipEvidence> = fc
  .record({
    maps,
    scriptSync,
    studioRoots: fc.array(path, { maxLength: 2 }),
    includeNonScripts: fc.boolean(),
  })
  .map(({ studioRoots, ...more }) =>
    evidenceOf({ ...more, dependencies: ["Packages/"], studioRoots: studioRoots.map((root) => root.join(".")) }),
  );
const target: fc.Arbitrary<OwnershipTarget> = fc.oneof(
  path.map((at) => ({ kind: "instance" as const, path: at })),
  file.map((one) => ({ kind: "file" as const, file: one })),
);

const asStale = (one: InstanceMap): InstanceMap => ({ ...one, staleBecause: "doubted" });

describe("ownership, for any evidence", () => {
  it("never goes from Rojo to Studio when maps grow stale or are lost", () => {
    fc.assert(
      fc.property(
        target,
        evidence,
        fc.array(fc.constantFrom("keep", "stale", "lost"), { minLength: 3, maxLength: 3 }),
        (asked, full, fates) => {
          const worse = full.maps.flatMap((one, at) =>
            fates[at] === "lost" ? [] : [fates[at] === "stale" ? asStale(one) : one],
          );
          const before = resolveOwnership(asked, full);
          // Whatever its file is classed as, too.
          const isRojos = before.instances.length > 0 && before.owner !== "ownership-unresolved";
          const after = resolveOwnership(asked, { ...full, maps: worse });
          expect(isRojos && after.owner === "studio-owned").toBe(false);
        },
      ),
      { numRuns: 3000 },
    );
  });

  it("allows no write in Studio while every map is stale", () => {
    fc.assert(
      fc.property(target, evidence, (asked, full) => {
        const write = { via: "studio", blockAmbiguousWrites: true } as const;
        const stale = { ...full, maps: full.maps.map(asStale) };
        expect(mayWrite(resolveOwnership(asked, stale), write).isAllowed).toBe(false);
      }),
    );
  });

  it("is the same for an instance and for the one file that makes it", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(mapped, { selector: (one) => one.path.join("."), maxLength: 8 }),
        fc.constantFrom(...KINDS.slice(0, 2)),
        (instances, kind) => {
          const known = evidenceOf({ maps: [mapOf(kind, instances)], dependencies: ["Packages/"] });
          for (const one of instances) {
            const made = instances.filter(({ sourceFile }) => sourceFile === one.sourceFile);
            if (one.sourceFile === undefined || made.length > 1) continue;
            const byPath = resolveOwnership({ kind: "instance", path: one.path }, known);
            const byFile = resolveOwnership({ kind: "file", file: one.sourceFile }, known);
            expect(byFile.owner).toBe(byPath.owner);
            expect(byFile.files).toEqual(byPath.files);
            expect(byFile.instances.map((found) => found.path)).toEqual([one.path]);
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it("does not depend on the order of the maps", () => {
    fc.assert(
      fc.property(target, evidence, (asked, full) => {
        const turned = { ...full, maps: full.maps.toReversed() };
        expect(resolveOwnership(asked, turned)).toEqual(resolveOwnership(asked, full));
      }),
    );
  });

  it("is decided, with reason and advice, for any names, paths and answers of the project", () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: "binary" }),
      fc.constantFrom("", "..", "/", "\\\\?\\", "C:", "a\0"),
    );
    const wouldBe: fc.Arbitrary<WouldBe> = fc.oneof(
      fc.constant({ kind: "unmapped" as const }),
      fc.record({ kind: fc.constant("ignored" as const), by: text }),
      fc.record({ kind: fc.constant("instance" as const), path: fc.array(text, { maxLength: 4 }), className: text }),
    );
    const any = fc.oneof(
      text.map((one) => ({ kind: "file" as const, file: one })),
      fc.array(text, { maxLength: 5 }).map((at) => ({ kind: "instance" as const, path: at })),
      target,
    );
    fc.assert(
      fc.property(any, evidence, wouldBe, fc.boolean(), (asked, full, answer, isWindows) => {
        const known = { ...full, ...(isWindows ? { naming: windows } : {}), wouldBe: () => answer };
        const found = resolveOwnership(asked, known);
        expect(found.reason).not.toBe("");
        expect(found.whatToDo).not.toBe("");
        for (const via of ["studio", "file"] as const)
          expect(typeof mayWrite(found, { via, blockAmbiguousWrites: true }).isAllowed).toBe("boolean");
      }),
      { numRuns: 1000 },
    );
  });
});
