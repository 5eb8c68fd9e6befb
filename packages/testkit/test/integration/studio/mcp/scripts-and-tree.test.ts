import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generations } from "../../../../src/studio/mcp/generation.ts";
import type { StudioStandin } from "../../../../src/studio/mcp/standin.ts";
import { connectTo, type StudioClient, startStudioStandin } from "./studio-client.ts";

describe.each(generations)("generation %s", (generation) => {
  let standin: StudioStandin;
  let studio: StudioClient;
  beforeAll(async () => {
    standin = await startStudioStandin({ generation });
    studio = await connectTo(standin, generation);
  });
  afterAll(async () => {
    await studio.close();
    await standin.close();
  });

  const run = (code: string) => studio.call("execute_luau", { code, datamodel_type: "Edit" });
  const edit = (path: string, edits: readonly object[], others: object = {}) =>
    studio.call("multi_edit", { file_path: path, datamodel_type: "Edit", edits, ...others });
  const create = (path: string, text: string) =>
    edit(path, [{ old_string: "", new_string: text }], { className: "ModuleScript" });
  const sourceOf = async (path: string) =>
    (await studio.call("script_read", { target_file: path })).text.replaceAll(/^\d+→/gm, "");

  describe("script_read", () => {
    it("puts the number of each line and an arrow before it", async () => {
      await create("game.ServerStorage.Lines", "one\n12→two\n\nlast");
      const { text } = await studio.call("script_read", { target_file: "game.ServerStorage.Lines" });
      expect(text).toBe("1→one\n2→12→two\n3→\n4→last");
    });

    it("reads a range of lines with their own numbers", async () => {
      await create("game.ServerStorage.Range", "a\nb\nc\nd");
      const range = { start_line_one_indexed: 2, end_line_one_indexed_inclusive: 3 };
      const part = { target_file: "game.ServerStorage.Range", should_read_entire_file: false, ...range };
      expect((await studio.call("script_read", part)).text).toBe("2→b\n3→c");
    });

    it("reads a script that is longer than a result, whole", async () => {
      const text = "-- ünïcode 日本\n".repeat(20_000);
      await create("game.ServerStorage.Long", text);
      expect(await sourceOf("game.ServerStorage.Long")).toBe(text);
    });

    it("never makes a script, and refuses what is none", async () => {
      expect((await studio.call("script_read", { target_file: "game.ServerStorage.Nope" })).isError).toBe(true);
      expect((await studio.call("script_read", { target_file: "game.Workspace" })).isError).toBe(true);
      expect((await run("return game.ServerStorage:FindFirstChild('Nope')")).text).toBe("nil");
    });

    it("cannot name a script below a name with a dot", async () => {
      await run(
        "local f = Instance.new('Folder') f.Name = 'a.b' f.Parent = game.ServerStorage Instance.new('Script', f)",
      );
      expect((await studio.call("script_read", { target_file: "game.ServerStorage.a.b.Script" })).isError).toBe(true);
    });
  });

  describe("multi_edit", () => {
    it("makes the missing parents of a new script as Folders", async () => {
      const created = await create("game.ServerStorage.Deep.Er.New", "return 1\n");
      expect(created.isError).toBe(false);
      const code = "local s = game.ServerStorage.Deep return s.ClassName .. s.Er.ClassName .. s.Er.New.ClassName";
      expect((await run(code)).text).toContain("FolderFolderModuleScript");
    });

    it("lets each edit see what the one before made", async () => {
      await create("game.ServerStorage.Chain", "a");
      await edit("game.ServerStorage.Chain", [
        { old_string: "a", new_string: "b" },
        { old_string: "b", new_string: "c$&" },
      ]);
      expect(await sourceOf("game.ServerStorage.Chain")).toBe("c$&");
    });

    it("changes nothing when one of the edits cannot be made", async () => {
      await create("game.ServerStorage.Atomic", "a b");
      const answer = await edit("game.ServerStorage.Atomic", [
        { old_string: "a", new_string: "x" },
        { old_string: "missing", new_string: "y" },
      ]);
      expect(answer.isError).toBe(true);
      expect(await sourceOf("game.ServerStorage.Atomic")).toBe("a b");
    });

    it("takes the first of several matches, or all where it is told to", async () => {
      await create("game.ServerStorage.Twice", "x x x");
      await edit("game.ServerStorage.Twice", [{ old_string: "x", new_string: "y" }]);
      expect(await sourceOf("game.ServerStorage.Twice")).toBe("y x x");
      await edit("game.ServerStorage.Twice", [{ old_string: "x", new_string: "z", replace_all: true }]);
      expect(await sourceOf("game.ServerStorage.Twice")).toBe("y z z");
    });

    it("refuses a script that does not exist without a class to make it of", async () => {
      const answer = await edit("game.ServerStorage.Nothing", [{ old_string: "", new_string: "x" }]);
      expect(answer.isError).toBe(true);
    });
  });

  describe("script_search and script_grep", () => {
    it("finds at most ten scripts by the letters of their names", async () => {
      for (let index = 0; index < 12; index += 1) await create(`game.ReplicatedStorage.Weapon${index}`, "return {}");
      const found = JSON.parse((await studio.call("script_search", { keywords: "wpn" })).text) as readonly {
        readonly path: string;
      }[];
      expect(found).toHaveLength(10);
      expect(found[0]?.path).toBe("game.ReplicatedStorage.Weapon0");
    });

    it("searches for a Luau pattern and stops at 50 matches", async () => {
      await create("game.ReplicatedStorage.Big", "local value = 1\n".repeat(80));
      const lines = (await studio.call("script_grep", { query: "^local%s+value" })).text.split("\n");
      expect(lines).toHaveLength(50);
      expect(lines[49]).toBe("game.ReplicatedStorage.Big:50: local value = 1");
    });
  });

  describe("search_game_tree", () => {
    const search = async (args: object) =>
      JSON.parse((await studio.call("search_game_tree", { ...args })).text) as readonly {
        readonly name: string;
        readonly className: string;
      }[];

    it("filters by class with its subclasses, by keywords and by number", async () => {
      await run(
        "for i = 1, 5 do Instance.new('WedgePart', workspace).Name = 'Ramp' .. i end Instance.new('Folder', workspace).Name = 'RampFolder'",
      );
      const found = await search({
        path: "game.Workspace",
        instance_type: "BasePart",
        keywords: "ramp, other",
        head_limit: 3,
      });
      expect(found.map(({ name }) => name)).toEqual(["Ramp1", "Ramp2", "Ramp3"]);
      expect(await search({ path: "game.Workspace", instance_type: "basepart" })).toEqual([]);
    });

    it("goes three levels deep by default", async () => {
      await run(
        "local p = workspace for i = 1, 6 do local f = Instance.new('Folder') f.Name = 'Level' .. i f.Parent = p p = f end",
      );
      expect((await search({ path: "game.Workspace", keywords: "Level" })).map(({ name }) => name)).toEqual([
        "Level1",
        "Level2",
        "Level3",
      ]);
      expect(await search({ path: "game.Workspace", keywords: "Level", max_depth: 10 })).toHaveLength(6);
    });
  });

  describe("inspect_instance", () => {
    it("shows properties, attributes and children, whatever the case of the path", async () => {
      await run(
        "local p = Instance.new('Part') p.Name = 'Seen' p:SetAttribute('Hp', 5) p.Parent = workspace Instance.new('Fire', p)",
      );
      const shown = JSON.parse((await studio.call("inspect_instance", { path: "game.workspace.seen" })).text) as object;
      expect(shown).toMatchObject({
        name: "Seen",
        className: "Part",
        path: "game.Workspace.Seen",
        properties: { Anchored: false, Material: "Enum.Material.Plastic" },
        attributes: { Hp: 5 },
        children: [{ name: "Fire", className: "Fire" }],
      });
    });

    it("shows up to twenty instances of one path", async () => {
      await run("for i = 1, 25 do Instance.new('Folder', workspace).Name = 'Same' end");
      const shown = JSON.parse((await studio.call("inspect_instance", { path: "game.Workspace.Same" })).text) as {
        readonly matches: readonly unknown[];
      };
      expect(shown.matches).toHaveLength(20);
    });
  });
});

describe("switches", () => {
  it("shows a script as it was before its last change for as many reads as are set", async () => {
    await using standin = await startStudioStandin({ generation: "2026-08", behaviour: { staleReads: 2 } });
    await using studio = await connectTo(standin, "2026-08");
    const run = (code: string) => studio.call("execute_luau", { code, datamodel_type: "Edit" });
    const read = async () => (await studio.call("script_read", { target_file: "game.Workspace.S" })).text;
    await run("local s = Instance.new('Script') s.Name = 'S' s.Source = 'old' s.Parent = workspace");
    expect(await read()).toBe("1→old");
    await run("workspace.S.Source = 'new'");
    expect([await read(), await read(), await read()]).toEqual(["1→old", "1→old", "1→new"]);
  });

  it("shows a script without the draft of its open editor, and edits the draft", async () => {
    await using standin = await startStudioStandin({ generation: "2026-08", engine: { draftsMode: true } });
    await using studio = await connectTo(standin, "2026-08");
    const path = "game.Workspace.S";
    const edits = [{ old_string: "", new_string: "saved" }];
    const script = { file_path: path, datamodel_type: "Edit" };
    await studio.call("multi_edit", { ...script, className: "Script", edits });
    await standin.studios[0]?.edit.editDraft(["Workspace", "S"], "typed");
    expect((await studio.call("script_read", { target_file: path })).text).toBe("1→saved");
    await studio.call("multi_edit", { ...script, edits: [{ old_string: "saved", new_string: "edited" }] });
    expect((await studio.call("script_read", { target_file: path })).text).toBe("1→saved");
  });

  it("gives wrong line numbers on long scripts", async () => {
    await using standin = await startStudioStandin({ generation: "2026-08", behaviour: { grepLineError: 15 } });
    await using studio = await connectTo(standin, "2026-08");
    const code = "local s = Instance.new('Script') s.Source = string.rep('\\n', 199) .. 'here' s.Parent = workspace";
    await studio.call("execute_luau", { code, datamodel_type: "Edit" });
    expect((await studio.call("script_grep", { query: "here" })).text).toBe("game.Workspace.Script:215: here");
  });
});
