import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { adoptSpellings } from "../../../src/checkpoint/case-names.ts";
import type { EntryState } from "../../../src/checkpoint/entry-state.ts";
import { type Checkpoint, type CheckpointEntry, sortEntries } from "../../../src/checkpoint/manifest.ts";
import { planEntries, planLook } from "../../../src/checkpoint/plan-record.ts";
import { foldersToList, planRestore } from "../../../src/checkpoint/plan-restore.ts";
import { findDivergences } from "../../../src/checkpoint/restore-goal.ts";
import type { RestorePlan, RestoreStep } from "../../../src/checkpoint/restore-step.ts";
import { spellPaths } from "../../../src/checkpoint/spelling.ts";
import { type ModelFiles, modelFiles } from "./model-files.ts";
import { sampleCheckpoint } from "./sample-checkpoint.ts";

const file = (digit: string, mode = 0o644): EntryState => ({
  kind: "file",
  fingerprint: `sha256:${digit.repeat(64)}`,
  sizeBytes: 1,
  mode,
});
const folder: EntryState = { kind: "directory", mode: 0o755 };
const absent: EntryState = { kind: "absent" };
const link = (target: string): EntryState => ({ kind: "symlink", target });
const entry = (path: string, before: EntryState, after?: EntryState): CheckpointEntry => ({
  path,
  isImplied: false,
  before,
  after,
});
const checkpoint = (entries: readonly CheckpointEntry[], state: Checkpoint["state"] = "open"): Checkpoint =>
  sampleCheckpoint({ state, entries });

const planIn = (files: ModelFiles, entries: readonly CheckpointEntry[], state?: Checkpoint["state"]): RestorePlan => {
  const covered = entries.map((one) => one.path);
  const { states, variants } = files.observe(covered);
  const seen = { states: adoptSpellings(covered, states, variants, "any"), variants };
  const names = new Map(foldersToList(entries, seen).map((path) => [path, files.names(path)]));
  return planRestore(checkpoint(entries, state), seen, names);
};
const filesWith = (content: Readonly<Record<string, EntryState>>, isCaseSensitive = true): ModelFiles => {
  const files = modelFiles(isCaseSensitive);
  for (const [path, state] of Object.entries(content)) files.put(path, state);
  return files;
};
const shown = (steps: readonly RestoreStep[]): string[] =>
  steps.map((step) => `${step.kind} ${step.path}${step.kind === "set-mode" ? ` ${step.mode.toString(8)}` : ""}`);

describe("the plan of a restore", () => {
  it("removes what is innermost first, then makes what is outermost first", () => {
    const files = filesWith({ n: folder, "n/f": file("2") });
    const entries = [entry("d", folder), entry("d/f", file("1")), entry("n", absent), entry("n/f", absent)];
    expect(shown(planIn(files, entries).steps)).toEqual([
      "remove-file n/f",
      "remove-folder n",
      "make-folder d",
      "write-file d/f",
    ]);
  });

  it("writes only what differs, and only the mode where only that does", () => {
    const files = filesWith({ a: file("1"), b: file("1", 0o644), c: file("2") });
    const entries = [entry("a", file("1")), entry("b", file("1", 0o755)), entry("c", file("1"))];
    expect(shown(planIn(files, entries).steps)).toEqual(["set-mode b 755", "write-file c"]);
  });

  it("opens folders that let nobody in, and closes them in the end, innermost first", () => {
    const closed: EntryState = { kind: "directory", mode: 0o555 };
    const files = filesWith({ d: closed, "d/old": file("1") });
    const entries = [entry("d", closed), entry("d/e", closed), entry("d/e/f", file("1")), entry("d/old", file("1"))];
    expect(shown(planIn(files, entries).steps)).toEqual([
      "set-mode d 755",
      "make-folder d/e",
      "write-file d/e/f",
      "set-mode d/e 555",
      "set-mode d 555",
    ]);
  });

  it("keeps a made folder with foreign files, and the folders above it", () => {
    const files = filesWith({ n: folder, "n/m": folder, "n/m/ours": file("1"), "n/m/theirs": file("2") });
    const entries = [entry("n", absent), entry("n/m", absent), entry("n/m/ours", absent)];
    const { steps, kept, diverged } = planIn(files, entries, "finalized");
    expect(shown(steps)).toEqual(["remove-file n/m/ours"]);
    expect(kept).toEqual([
      { path: "n", foreign: [] },
      { path: "n/m", foreign: ["n/m/theirs"] },
    ]);
    expect(diverged).toEqual([]);
  });

  it("removes foreign files only where a file or link has to come back, and calls that a divergence", () => {
    const files = filesWith({ a: folder, "a/theirs": file("2"), "a/b": folder, "a/b/theirs": file("2") });
    const { steps, kept, diverged } = planIn(files, [entry("a", file("1")), entry("a/b", absent)]);
    expect(diverged.map(({ path, difference }) => [path, difference])).toEqual([
      ["a", "foreign"],
      ["a/b", "foreign"],
    ]);
    expect(kept).toEqual([]);
    expect(shown(steps)).toEqual([
      "remove-foreign a/b/theirs",
      "remove-foreign a/theirs",
      "remove-folder a/b",
      "remove-folder a",
      "write-file a",
    ]);
  });

  it("leaves alone a folder on the way that nothing needs, and its mode in any case", () => {
    const onTheWay = { ...entry("d", folder), isImplied: true };
    expect(planIn(filesWith({}), [onTheWay, entry("d/f", absent)]).steps).toEqual([]);
    const open = filesWith({ d: { kind: "directory", mode: 0o700 } });
    expect(shown(planIn(open, [onTheWay, entry("d/f", file("1"))]).steps)).toEqual(["write-file d/f"]);
    expect(shown(planIn(filesWith({}), [onTheWay, entry("d/f", file("1"))]).steps)).toEqual([
      "make-folder d",
      "write-file d/f",
    ]);
  });

  it("keeps a made folder in which something was recorded later as being there", () => {
    const files = filesWith({ n: folder, "n/theirs": file("2") });
    const entries = [entry("n", absent), entry("n/theirs", file("1"))];
    expect(shown(planIn(files, entries).steps)).toEqual(["write-file n/theirs"]);
  });

  it("makes links last", () => {
    const entries = [entry("a", link("x")), entry("b", file("1"))];
    expect(shown(planIn(filesWith({ a: link("y") }), entries).steps)).toEqual([
      "remove-file a",
      "write-file b",
      "make-link a",
    ]);
  });
});

describe("a rename of case only", () => {
  const entries = [entry("A.txt", absent, file("1")), entry("a.txt", file("1"), absent)];

  it("is a removal and a write where case is told apart", () => {
    const { steps, diverged } = planIn(filesWith({ "A.txt": file("1") }, true), entries, "finalized");
    expect(shown(steps)).toEqual(["remove-file A.txt", "write-file a.txt"]);
    expect(diverged).toEqual([]);
  });

  it("is renamed back where it is not, and written only when the content changed, too", () => {
    const { steps, diverged } = planIn(filesWith({ "A.txt": file("1") }, false), entries, "finalized");
    expect(steps).toEqual([{ kind: "recase", path: "a.txt", from: "A.txt" }]);
    expect(diverged).toEqual([]);
    expect(shown(planIn(filesWith({ "A.txt": file("2") }, false), entries).steps)).toEqual([
      "recase a.txt",
      "write-file a.txt",
    ]);
  });

  it("of a folder takes along what is in it, also what nobody knows, and removes what was made in it since", () => {
    const files = filesWith(
      { Src: folder, "Src/X": file("1"), "Src/theirs": file("2"), "Src/new": file("3"), "Src/gen": folder },
      false,
    );
    const covered = [
      entry("Src", absent),
      entry("Src/X", absent),
      entry("Src/gen", absent),
      entry("Src/new", absent),
      entry("src", folder),
      entry("src/x", file("1")),
    ];
    const { steps, kept } = planIn(files, covered);
    for (const step of steps) files.perform(step);
    expect(files.all()).toEqual({ src: folder, "src/x": file("1"), "src/theirs": file("2") });
    expect(kept).toEqual([]);
  });
});

const NAMES = ["a", "A", "d", "D", "d/x", "d/X", "D/x", "d/e", "d/e/z", "D/E"] as const;
const anyState = fc.oneof(
  fc.constantFrom("1", "2").map((digit) => file(digit)),
  fc.constant(file("1", 0o755)),
  fc.constantFrom<EntryState>(folder, { kind: "directory", mode: 0o555 }, link("a"), link("b")),
);
type Change = { kind: "put" | "remove" | "rename"; path: string; to: string; state: EntryState };
const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom("put", "put", "put", "remove", "rename"),
  path: fc.constantFrom(...NAMES),
  to: fc.constantFrom(...NAMES),
  state: anyState,
});

/** All paths that a change touches. */
function touchedBy(files: ModelFiles, { kind, path, to }: Change): string[] {
  if (kind !== "rename") return [path];
  const source = files.observe([path]).variants.get(path) ?? path;
  const inside = Object.keys(files.all()).filter((one) => one.startsWith(`${source}/`));
  return [path, to, ...inside.flatMap((one) => [one, `${to}${one.slice(source.length)}`])];
}

/** Does what the model and the checkpoint allow; what one of them refuses is no change. */
async function work(
  files: ModelFiles,
  step: Change,
  announce: (paths: string[]) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const { kind, path, to, state } = step;
  try {
    await announce(touchedBy(files, step));
    if (kind === "put") files.put(path, state);
    else if (kind === "remove") files.remove(path);
    else files.rename(path, to);
  } catch (error) {
    if (!(error instanceof Error) || !/^E[A-Z]+ |is reached through the symbolic link/.test(error.message)) throw error;
  }
}

describe.each([true, false])("any work, where telling case apart is %s", (isCaseSensitive) => {
  const changes = fc.array(change, { maxLength: 12 });

  it("is undone by the plan, also by one that is made again after any step", async () => {
    await fc.assert(
      fc.asyncProperty(changes, changes, fc.subarray([...NAMES]), fc.nat(20), async (start, later, first, cutAt) => {
        const files = modelFiles(isCaseSensitive);
        for (const one of start) await work(files, one);
        const before = files.all();
        let entries: CheckpointEntry[] = [];
        const record = async (paths: readonly string[]): Promise<void> => {
          const recorded = entries.map((one) => one.path);
          const listing = (folder: string) => Promise.resolve(files.names(folder));
          const asked = isCaseSensitive ? paths : await spellPaths(paths, recorded, listing);
          const wanted = planLook(asked, entries);
          const { states, variants } = files.observe(wanted);
          const seen = adoptSpellings([...recorded, ...wanted], states, variants, "folders");
          entries = sortEntries(planEntries(asked, entries, seen));
        };
        for (const one of first)
          await work(files, { kind: "remove", path: "none", to: "none", state: absent }, () => record([one]));
        for (const one of later) await work(files, one, record);
        for (const step of planIn(files, entries).steps.slice(0, cutAt)) files.perform(step);
        for (const step of planIn(files, entries).steps) files.perform(step);
        expect(files.all()).toEqual(before);
        expect(planIn(files, entries).steps).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("divergence", () => {
  const entries = [entry("a", file("1"), file("2"))];
  const found = (state: Checkpoint["state"], now: EntryState) =>
    findDivergences(checkpoint(entries, state), new Map([["a", now]])).length;

  it.each([
    ["finalized", file("2"), 0],
    ["finalized", file("3"), 1],
    ["finalized", file("2", 0o755), 1],
    ["finalized", file("1"), 0],
    ["finalized", absent, 1],
    ["interrupted", file("3"), 1],
    ["open", file("3"), 0],
    ["restoring", file("3"), 0],
    ["restored", file("1"), 0],
    ["restored", file("2"), 1],
  ] as const)("of a %s checkpoint with %o: %i", (state, now, count) => {
    expect(found(state, now)).toBe(count);
  });

  it("is not the removal of a folder that was only on the way to a new file", () => {
    const covered = [{ ...entry("d", folder, folder), isImplied: true }, entry("d/new", absent, file("1"))];
    expect(findDivergences(checkpoint(covered, "finalized"), new Map())).toEqual([]);
  });
});
