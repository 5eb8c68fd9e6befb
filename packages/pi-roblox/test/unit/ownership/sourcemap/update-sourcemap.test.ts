import fc from "fast-check";
import { isCodedError } from "pi-extension-core/errors";
import { describe, expect, it } from "vitest";
import { parseSourcemap, updateSourcemap } from "../../../../src/ownership/sourcemap/parse-sourcemap.ts";
import type { SourcemapIndex } from "../../../../src/ownership/sourcemap/sourcemap-index.ts";
import { findTextChange } from "../../../../src/ownership/sourcemap/text-change.ts";
import {
  folder,
  linuxMap,
  module,
  place,
  type SourcemapJson,
  write,
} from "../../../fixtures/ownership/sourcemap/sourcemap-text.ts";

const name = fc.oneof(
  fc.constantFrom("A", "B", "C", "{", "}", '"', "\\", '\\"', "},{", "[]", "é"),
  fc.string({ maxLength: 6 }),
);
const { tree } = fc.letrec<{ tree: SourcemapJson }>((tie) => ({
  tree: fc.record(
    {
      name,
      className: fc.constantFrom("Folder", "ModuleScript"),
      filePaths: fc.array(fc.constantFrom("a.luau", "b.luau", "d/init.lua", "x\\y.luau", "../o.luau"), {
        maxLength: 2,
      }),
      children: fc.array(tie("tree"), { maxLength: 4, depthIdentifier: "tree" }),
    },
    { requiredKeys: ["name", "className"] },
  ),
}));

const read = (text: string): SourcemapIndex => {
  const index = parseSourcemap(text, linuxMap, 0);
  if (index === undefined) throw new Error("null");
  return index;
};

/** All that an index answers. */
const answers = (index: SourcemapIndex | undefined) =>
  index === undefined
    ? undefined
    : {
        size: index.size,
        root: index.root,
        all: [...index.all()],
        ofFile: [...index.all()].flatMap(({ files }) => files.map((file) => index.ofFile(file))),
      };

/** Copies of a tree with one change somewhere in it. */
const edits = (root: SourcemapJson): SourcemapJson[] => {
  const children = root.children ?? [];
  const within = children.flatMap((child, at) =>
    edits(child).map((edited) => ({ ...root, children: children.with(at, edited) })),
  );
  const without = children.map((_, at) => ({ ...root, children: children.toSpliced(at, 1) }));
  const added = [0, children.length].map((at) => ({
    ...root,
    children: children.toSpliced(at, 0, module("New", "new.luau")),
  }));
  return [{ ...root, name: `${root.name}x` }, { ...root, filePaths: ["z.luau"] }, ...added, ...without, ...within];
};

describe("the next sourcemap", () => {
  it("answers as if it had been read from scratch, whatever one change was made", () => {
    fc.assert(
      fc.property(tree, fc.nat(), (root, pick) => {
        const options = edits(root);
        const next = write(options[pick % options.length] ?? root);
        const updated = updateSourcemap(read(write(root)), next, 7);
        expect(answers(updated)).toEqual(answers(read(next)));
        expect(updated?.observedAtMs).toBe(7);
      }),
      { numRuns: 400 },
    );
  });

  it("answers as if it had been read from scratch, over a chain of any trees", () => {
    fc.assert(
      fc.property(fc.array(tree, { minLength: 2, maxLength: 5 }), (roots) => {
        let index = read(write(roots[0] ?? place()));
        for (const root of roots) index = updateSourcemap(index, write(root), 0) ?? index;
        expect(answers(index)).toEqual(answers(read(write(roots.at(-1) ?? place()))));
      }),
      { numRuns: 200 },
    );
  });

  it("fails where reading from scratch fails, for text cut or changed anywhere", () => {
    const code = (make: () => unknown): string => {
      try {
        make();
        return "read";
      } catch (error) {
        return isCodedError(error) ? error.code : "another error";
      }
    };
    fc.assert(
      fc.property(
        tree,
        fc.nat(),
        fc.nat(6),
        fc.constantFrom("", "{", "}", "]", '"', "null", "1"),
        (root, at, cut, put) => {
          const text = write(root);
          const start = at % text.length;
          const broken = text.slice(0, start) + put + text.slice(start + cut);
          const first = read(text);
          expect(code(() => updateSourcemap(first, broken, 0))).toBe(code(() => parseSourcemap(broken, linuxMap, 0)));
        },
      ),
      { numRuns: 500 },
    );
  });

  it("shares what did not change with the one before", () => {
    const before = read(
      write(place(folder("F", module("A", "a.luau"), module("B", "b.luau")), folder("G", module("C", "c.luau")))),
    );
    const after = updateSourcemap(
      before,
      write(place(folder("F", module("A", "a.luau"), module("B", "b.luau")), folder("G", module("D", "c.luau")))),
      1,
    );
    // Row 3 is F.B.
    expect(after?.source.table.files[3]).toBe(before.source.table.files[3]);
    expect(after?.at(["G", "D"])).toHaveLength(1);
    expect(before.at(["G", "C"])).toHaveLength(1);
  });

  it("reads everything when other objects than nodes stand in the text", () => {
    const odd = (name: string): string =>
      `{"name":"a","className":"Folder","extra":{"x":{}},"children":[{"name":"${name}","className":"Folder"}]}`;
    expect(updateSourcemap(read(odd("b")), odd("c"), 0)?.at(["a", "c"])).toHaveLength(1);
  });
});

describe("the change between two texts", () => {
  it("lies between what both begin and end with", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("a", "b") }),
        fc.string({ unit: fc.constantFrom("a", "b") }),
        (old, fresh) => {
          const change = findTextChange(old, fresh);
          const rebuilt =
            change === undefined
              ? old
              : old.slice(0, change.start) + fresh.slice(change.start, change.newEnd) + old.slice(change.oldEnd);
          expect(rebuilt).toBe(fresh);
          expect(change === undefined).toBe(old === fresh);
        },
      ),
    );
  });

  it("is found in long texts", () => {
    const text = "x".repeat(300_000);
    expect(findTextChange(`${text}1${text}`, `${text}23${text}`)).toEqual({
      start: 300_000,
      oldEnd: 300_001,
      newEnd: 300_002,
    });
  });
});
