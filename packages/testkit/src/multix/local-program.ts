/** Runs ffmpeg, ffprobe and ImageMagick as the CLI does: its SIGTERM ends them, its SIGKILL does not. */

import { spawn } from "node:child_process";
import { CliFailure } from "./failure.ts";

export interface ProgramOutput {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

const INSTALL_HINTS = ["macOS: brew install", "Debian: apt install", "Windows: winget install"];

const missing = (name: string, label: string): CliFailure =>
  new CliFailure(`${label} not found on PATH.\n${INSTALL_HINTS.map((hint) => `  ${hint} ${name}`).join("\n")}`);

/** @throws CliFailure when the program is not on PATH */
export async function runLocal(name: string, args: readonly string[], label = name): Promise<ProgramOutput> {
  const child = spawn(name, args, { stdio: ["ignore", "pipe", "pipe"] });
  const end = (): void => {
    child.kill("SIGTERM");
    process.exit(143);
  };
  process.once("SIGTERM", end);
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  try {
    return await new Promise<ProgramOutput>((resolve, reject) => {
      child.on("error", (error: NodeJS.ErrnoException) =>
        reject(error.code === "ENOENT" ? missing(name, label) : error),
      );
      child.on("close", (code) => resolve({ exitCode: code ?? 1, stdout, stderr }));
    });
  } finally {
    process.off("SIGTERM", end);
  }
}
