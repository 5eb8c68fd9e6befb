import {
  call,
  createMultixStandin,
  createWorkspace,
  findSecretLeaks,
  type InstalledExtension,
  installExtension,
  type PiRun,
  runPi,
  say,
  supportedPis,
} from "testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { canaryKeys, makingTables, sampleCall, sampleFiles } from "../fixtures/sample-calls.ts";

let extension: InstalledExtension;
beforeAll(async () => {
  extension = await installExtension("pi-multix");
});
afterAll(() => extension.cleanup());

/** Local work needs ffmpeg and ImageMagick; it is proved where they are installed. */
const paid = makingTables.filter((table) => table.tool !== "media");
/** A status call asks for a job of an earlier call. */
const making = paid.filter((table) => table.action !== "status");
const title = (table: (typeof paid)[number]): string => `${table.tool} ${table.action} ${table.provider}`;

function leaksOf(run: PiRun, folders: readonly string[], texts: Record<string, string>) {
  return findSecretLeaks({
    directories: [run.stateDir, ...folders],
    texts: { stdout: run.stdout, stderr: run.stderr, ...texts },
    secrets: canaryKeys,
  });
}

describe.each(supportedPis)("pi-multix on $name", (pi) => {
  const runAll = async (
    tables: typeof paid,
    behaviour: Parameters<Awaited<ReturnType<typeof createMultixStandin>>["behave"]>[0],
  ) => {
    const workspace = await createWorkspace({ files: { ...sampleFiles, "cli/": "" }, awkwardPath: true });
    const other = await createWorkspace();
    const standin = await createMultixStandin(other.root);
    await standin.behave(behaviour);
    const run = await runPi({
      pi,
      cwd: workspace.root,
      extensions: [extension.path],
      env: { ...canaryKeys, MULTIX_BIN: standin.script },
      stateDir: other.path("state"),
      prompt: "go",
      script: [...tables.map((table) => call(`multix_${table.tool}`, sampleCall(table))), say("done")],
      timeoutMs: 110_000,
    });
    return { workspace, other, standin, run };
  };

  it("succeeds with every action of every provider, and no key shows anywhere", async () => {
    const { workspace, other, standin, run } = await runAll(making, { echoKey: true });
    const failed = run.toolCalls.flatMap(({ result }, index) =>
      result?.isError === false ? [] : [`${title(making[index] ?? making[0]!)}: ${result?.text}`],
    );
    expect(failed).toEqual([]);
    expect(run.toolCalls).toHaveLength(making.length);
    const images = run.toolCalls.filter(({ name }) => name === "multix_image");
    expect(images.every(({ result }) => (result?.images.length ?? 0) > 0)).toBe(true);
    const argv = JSON.stringify((await standin.calls()).map((made) => made.argv));
    expect(await leaksOf(run, [workspace.root], { argv })).toEqual([]);
    await workspace.cleanup();
    await other.cleanup();
  });

  it("reports every failure with code and reason, and hides a key that the provider sends back", async () => {
    const { workspace, other, run } = await runAll(paid, { refuse: { status: 401, body: '{"error":"bad key $KEY"}' } });
    const results = run.toolCalls.map(({ result }) => result);
    expect(results.filter((result) => result?.isError !== true)).toEqual([]);
    expect(results.filter((result) => !/^(CLI_FAILED|RESULT_MISSING): /.test(result?.text ?? ""))).toEqual([]);
    // Not the working directory: the CLI itself writes the provider's answer into the report of doc convert.
    expect(await leaksOf(run, [], {})).toEqual([]);
    await workspace.cleanup();
    await other.cleanup();
  });
});
