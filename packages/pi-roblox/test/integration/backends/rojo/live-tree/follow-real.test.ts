import { mkdir, rename, rm } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { createWorkspace, outsideProgram, type Workspace } from "testkit";
import { describe, expect, it } from "vitest";
import { probeServer } from "../../../../../src/backends/rojo/api/probe-server.ts";
import { digestOfSource } from "../../../../../src/backends/rojo/api/source-digest.ts";
import { type FollowOptions, followTree } from "../../../../../src/backends/rojo/live-tree/follow-tree.ts";
import type { LiveTree } from "../../../../../src/backends/rojo/live-tree/live-tree.ts";
import { readTree } from "../../../../../src/backends/rojo/live-tree/read-tree.ts";
import { treeMap } from "../../../../../src/backends/rojo/live-tree/tree-map.ts";
import type { InstanceMap } from "../../../../../src/datamodel/instance-map.ts";
import {
  type Outline,
  type RealRojo,
  serve,
  sorted,
  sourcemapOutline,
} from "../../../../fixtures/backends/rojo/api/real-rojo.ts";
import { waitUntil } from "../../../../fixtures/backends/rojo/api/wait-until.ts";

const files = {
  "default.project.json": JSON.stringify({
    name: "Demo",
    tree: {
      $className: "DataModel",
      ReplicatedStorage: { Shared: { $path: "src/shared" }, Extra: { $className: "Folder" } },
      ServerScriptService: { $path: "src/server", $ignoreUnknownInstances: true },
    },
  }),
  "src/shared/A.luau": "return 1\n",
  "src/shared/Pack/init.luau": "return {}\n",
  "src/shared/Pack/v1.2.luau": "return 'dotted'\r\n",
  "src/shared/Data.json": '{"a": 1}',
  "src/server/Main.server.luau": "print('ü')\n",
  "outside/": "",
};

interface Setup {
  readonly rojo: string;
  readonly project: Workspace;
  readonly server: RealRojo;
  readonly tree: LiveTree;
}

async function following(
  rojo: string,
  test: (setup: Setup) => Promise<void>,
  options: FollowOptions = {},
): Promise<void> {
  await using project = await createWorkspace({ files });
  await using server = await serve(rojo, project.root);
  const tree = followTree(server.endpoint, { rejoin: { firstDelayMs: 20, maxDelayMs: 200 }, ...options });
  try {
    await waitUntil("the tree is followed", () => tree.state().kind === "following");
    await test({ rojo, project, server, tree });
  } finally {
    await tree.close();
  }
}

/** Names and classes of a map, to compare with a sourcemap. */
function outlineOf(map: InstanceMap): Outline {
  const root = { ...map.root, children: [] as Outline[] };
  const open: Outline[] = [root];
  for (const { path, className } of map.all()) {
    if (path.length === 0) continue;
    const node = { name: path.at(-1)!, className, children: [] as Outline[] };
    (open[path.length - 1]!.children as Outline[]).push(node);
    open[path.length] = node;
  }
  const sort = (node: Outline): Outline => ({ ...node, children: sorted(node.children.map(sort)) });
  return sort(root);
}

/** Everything that a map tells, in order. */
const listing = (map: InstanceMap): string => JSON.stringify([map.root, ...map.all()]);

/** The tree read anew, in the same terms. */
async function readAnew({ server }: Setup): Promise<string> {
  const probe = await probeServer(server.endpoint, { timeoutMs: 5000 });
  if (probe.kind !== "rojo") throw new Error("no server");
  const limits = { maxInstances: 1000, maxAnswerBytes: 1_000_000 };
  const { signal } = new AbortController();
  const { tree } = await readTree(server.endpoint, probe.server, { limits, timeoutMs: 5000, signal });
  return listing(treeMap(tree, 0, undefined));
}

async function settles(setup: Setup): Promise<void> {
  const { tree, rojo, project } = setup;
  const fromFiles = JSON.stringify(await sourcemapOutline(rojo, project.root));
  await waitUntil("the tree shows what the files say", () => JSON.stringify(outlineOf(tree.current()!)) === fromFiles);
  await waitUntil(
    "the tree equals the tree read anew",
    async () => (await readAnew(setup)) === listing(tree.current()!),
  );
}

describe.each(["7.7.1", "7.6.1", "7.4.4"])("the tree of rojo %s", (version) => {
  const rojo = outsideProgram("rojo", version);
  const needs = `[needs rojo ${version}]`;

  it.skipIf(rojo === undefined)(
    `is what the files say, with digests and the fate of unknown children ${needs}`,
    async () => {
      await following(rojo!, async (setup) => {
        const { tree } = setup;
        await settles(setup);
        expect(tree.sourceHash(["ReplicatedStorage", "Shared", "Pack", "v1.2"])).toBe(
          digestOfSource("return 'dotted'\n"),
        );
        expect(tree.sourceHash(["ServerScriptService", "Main"])).toBe(digestOfSource("print('ü')\n"));
        expect(tree.sourceHash(["ReplicatedStorage", "Extra"])).toBeUndefined();
        const fate = (path: string[]): boolean | undefined => tree.current()!.at(path)[0]?.deletesUnknownChildren;
        expect(fate(["ReplicatedStorage", "Shared"])).toBe(true);
        expect(fate(["ReplicatedStorage", "Extra"])).toBe(false);
        expect(fate(["ServerScriptService"])).toBe(false);
      });
    },
  );

  it.skipIf(rojo === undefined)(`follows files that are written, made, renamed and deleted ${needs}`, async () => {
    await following(rojo!, async (setup) => {
      const { project, tree } = setup;
      const text = "return 2 -- é\r\n";
      await project.write("src/shared/A.luau", text);
      const noticed = await tree.waitForSource(["ReplicatedStorage", "Shared", "A"], digestOfSource(text), {
        timeoutMs: 20_000,
      });
      expect(noticed).toBe("noticed");
      await settles(setup);
      await project.write("src/shared/New.luau", "return 'new'\n");
      await settles(setup);
      await rename(project.path("src/shared/New.luau"), project.path("src/shared/Renamed.luau"));
      await settles(setup);
      await rm(project.path("src/shared/A.luau"));
      await settles(setup);
      expect(
        await tree.waitForSource(["ReplicatedStorage", "Shared", "A"], digestOfSource(text), { timeoutMs: 1 }),
      ).toBe("absent");
    });
  });

  it.skipIf(rojo === undefined)(`follows folders that come, change their class and go ${needs}`, async () => {
    await following(rojo!, async (setup) => {
      const { project, tree } = setup;
      for (const name of ["B", "A", "C"]) await project.write(`outside/Tools/${name}/Tool.luau`, `return '${name}'\n`);
      await project.write("outside/Tools/Z.luau", "return 0\n");
      await rename(project.path("outside/Tools"), project.path("src/shared/Tools"));
      await settles(setup);
      await project.write(
        "src/shared/Tools/init.meta.json",
        '{"ignoreUnknownInstances": true, "className": "Configuration"}',
      );
      await settles(setup);
      await rename(project.path("src/shared/Tools/B"), project.path("src/server/B"));
      await settles(setup);
      await mkdir(project.path("src/shared/Pack/Deep/Deeper"), { recursive: true });
      await settles(setup);
      // Moved out, not deleted in place: Rojo may crash at the second.
      await rename(project.path("src/shared/Tools"), project.path("outside/Tools"));
      await settles(setup);
      expect(tree.current()!.at(["ReplicatedStorage", "Shared", "Tools"])).toEqual([]);
      expect(tree.sourceHash(["ServerScriptService", "B", "Tool"])).toBe(digestOfSource("return 'B'\n"));
    });
  });

  it.skipIf(rojo === undefined)(`stays with a server that has nothing to say ${needs}`, async () => {
    await following(
      rojo!,
      async ({ tree }) => {
        const states: string[] = [];
        tree.onChange(() => states.push(tree.state().kind));
        await delay(500);
        expect(states).toEqual([]);
      },
      { heartbeatMs: 50 },
    );
  });

  it.skipIf(rojo === undefined)(`follows a change of the project file ${needs}`, async () => {
    await following(rojo!, async (setup) => {
      const { project, tree } = setup;
      const changed = JSON.parse(files["default.project.json"]);
      changed.tree.ReplicatedStorage.Added = { $className: "Folder", Inner: { $className: "Configuration" } };
      await project.write("default.project.json", JSON.stringify(changed));
      await settles(setup);
      expect(tree.current()!.at(["ReplicatedStorage", "Added", "Inner"])).toHaveLength(1);
    });
  });

  it.skipIf(rojo === undefined)(`is joined anew after the server was killed and started again ${needs}`, async () => {
    await following(rojo!, async ({ project, server, tree }) => {
      await server.kill();
      await waitUntil("the loss is noticed", () => tree.state().kind === "reconnecting");
      expect(tree.current()).toMatchObject({ staleBecause: expect.any(String) });
      expect(tree.sourceHash(["ReplicatedStorage", "Shared", "A"])).toBe(digestOfSource("return 1\n"));
      await project.write("src/shared/A.luau", "return 3\n");
      await using again = await serve(rojo!, project.root, server.endpoint.port);
      await waitUntil("the tree is followed", () => tree.state().kind === "following");
      expect(tree.sourceHash(["ReplicatedStorage", "Shared", "A"])).toBe(digestOfSource("return 3\n"));
      await project.write("src/shared/A.luau", "return 4\n");
      const path = ["ReplicatedStorage", "Shared", "A"];
      expect(await tree.waitForSource(path, digestOfSource("return 4\n"), { timeoutMs: 20_000 })).toBe("noticed");
      await settles({ rojo: rojo!, project, server: again, tree });
    });
  });
});
