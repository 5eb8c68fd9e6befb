/** The stand-in for the multix CLI: run it as the real `dist/cli.js`. */

import { spawn } from "node:child_process";
import { appendFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { readBehaviour } from "./behaviour.ts";
import { effectiveEnvironment, missingKey, sentKey } from "./keys.ts";
import { buildMultixProgram, type ParsedCall } from "./program.ts";
import { produce, type Writer } from "./results.ts";
import { loadSurface } from "./surface.ts";

/** Where `createMultixStandin` has put the script, with its settings and its log. */
const folder = dirname(process.env["MULTIX_STANDIN_SCRIPT"] ?? process.argv[1] ?? ".");
const behaviour = readBehaviour(folder);
const env = effectiveEnvironment(process.cwd());
const writer: Writer = {
  cwd: process.cwd(),
  env,
  behaviour,
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
};

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function check(): void {
  writer.out(`\n${"=".repeat(60)}\nSummary\n${"=".repeat(60)}`);
  const key = env["GEMINI_API_KEY"] ?? "";
  if (key === "") {
    writer.err("⚠ GEMINI_API_KEY not set (Gemini features unavailable)");
    writer.out("No Provider Keys Configured");
    process.exitCode = 1;
  } else writer.out(`✓ GEMINI_API_KEY found — ${key.length > 10 ? `${key.slice(0, 6)}...${key.slice(-4)}` : "***"}`);
  writer.err("⚠ ffmpeg not found");
}

async function run(call: ParsedCall): Promise<void> {
  const { command, options } = call;
  const name = command.path.join(" ");
  if (name === "check") return check();
  const missing = missingKey(command.requiresKeys, env);
  if (missing !== undefined) fail(`Error: ${missing}`);
  if (Array.isArray(options["ref"]) && options["ref"].length === 0) fail("Error: At least one --ref is required");
  const key = sentKey(command.requiresKeys, env);
  for (let line = 0; line < (behaviour.floodLines ?? 0); line += 1) writer.out(`  [debug] line ${line}`);
  if (behaviour.echoKey === true) {
    process.stdout.write(`using ${key.slice(0, 7)}`);
    await delay(50);
    process.stdout.write(`${key.slice(7)} now\n`);
  }
  if (behaviour.leaveChild === true)
    spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit" });
  if (behaviour.hang === true) {
    process.on("SIGTERM", () => {});
    await delay(600_000);
  }
  if (behaviour.delayMs !== undefined) await delay(behaviour.delayMs);
  if (behaviour.refuse !== undefined) {
    const { status, body } = behaviour.refuse;
    fail(`Error: HTTP ${status} from https://provider.example/v1: ${body.replaceAll("$KEY", key).slice(0, 500)}`);
  }
  if (!produce(writer, call)) process.exitCode = 1;
}

appendFileSync(
  join(folder, "calls.jsonl"),
  `${JSON.stringify({ argv: process.argv.slice(2), env: Object.keys(process.env) })}\n`,
);
const program = buildMultixProgram(loadSurface(), run);
try {
  await program.parseAsync(process.argv);
} catch (error) {
  fail(`Error: ${error instanceof Error ? error.message : String(error)}`);
}
