import { buildArgv, type FlagSpec } from "pi-extension-core/argv";
import { runProcess } from "pi-extension-core/process";
import { describe, expect, it } from "vitest";
// @ts-expect-error The fixture is a plain program without types.
import { table } from "../../fixtures/argv-program.mjs";
import { fixtures as cwd, node, program } from "../../fixtures/process/programs.ts";

const HOSTILE = [
  "",
  "-",
  "--",
  "--help",
  "-V",
  "--version",
  "a\nb",
  "\r\n",
  '"',
  "'",
  "\\",
  "a\\",
  "$(id)",
  "%PATH%",
  "é😀",
  " ",
];

describe("arguments handed to a real process", () => {
  it("are understood as the values that went in", async () => {
    const values = {
      prompt: "-Vintage\n\"'",
      maybe: "",
      wait: false,
      verbose: 2,
      ref: HOSTILE,
      files: HOSTILE,
      first: "-x",
      rest: HOSTILE,
    };
    const argv = buildArgv(table as FlagSpec[], values);
    const result = await runProcess(node, [program("../argv-program.mjs"), ...argv], { cwd });
    expect(result).toMatchObject({ ok: true, stderr: { text: "" } });
    expect(JSON.parse(result.stdout.text)).toEqual(values);
  });
});
