/** What Gemini reads: reports on files, and documents turned into Markdown. */

import { readFileSync } from "node:fs";
import { basename, extname, join, resolve } from "node:path";
import { CliFailure, ProviderFailure } from "../failure.ts";
import { request } from "../provider.ts";
import { writeResult } from "../save.ts";
import type { Session } from "../session.ts";

interface Finding {
  readonly file: string;
  readonly ok: boolean;
  readonly text: string;
}

/** One file at a time: a file that cannot be read, or a provider that refuses, spoils only its own part. */
async function find(session: Session, file: string, answer: string): Promise<Finding> {
  try {
    readFileSync(file);
    await request(session);
    return { file, ok: true, text: answer };
  } catch (error) {
    const isExpected = error instanceof ProviderFailure || (error instanceof Error && "syscall" in error);
    if (!isExpected) throw error;
    return { file, ok: false, text: error.message };
  }
}

async function findAll(
  session: Session,
  files: readonly string[],
  answer: (file: string) => string,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const file of files) findings.push(await find(session, file, answer(file)));
  return findings;
}

function formatReport(findings: readonly Finding[], format: string): string {
  const status = (finding: Finding): string => (finding.ok ? "success" : "error");
  switch (format) {
    case "json":
      return JSON.stringify(
        findings.map((finding) => ({ file: finding.file, status: status(finding), result: finding.text })),
        null,
        2,
      );
    case "csv":
      return ["file,status,result", ...findings.map((one) => `"${one.file}","${status(one)}","${one.text}"`)].join(
        "\n",
      );
    case "markdown":
      return findings.map((one) => `## ${one.file}\n\n**Status**: ${status(one)}\n\n${one.text}`).join("\n\n");
    default:
      return findings
        .map((one) => `[${one.file}]\nStatus: ${status(one)}\n${one.ok ? "Result" : "Error"}:\n${one.text}\n`)
        .join("\n");
  }
}

export async function reportOnFiles(session: Session): Promise<void> {
  const answer = session.name === "gemini transcribe" ? "00:00 This is what the recording says." : "It shows colours.";
  const findings = await findAll(session, session.list("files"), () => answer);
  for (const { file, ok, text } of findings) if (!ok) session.error(`Failed: ${file} — ${text}`);
  const report = formatReport(findings, session.text("format") ?? "text");
  const output = session.text("output");
  if (output === undefined) session.print(report);
  else writeResult(session, resolve(output), Buffer.from(`${report}\n`));
  if (findings.some(({ ok }) => !ok)) process.exitCode = 1;
}

function convertedPath(session: Session, inputs: readonly string[]): string {
  const output = session.text("output");
  if (output !== undefined) return resolve(output);
  if (!session.isOn("autoName")) return join(session.outputFolder(), "document-extraction.md");
  const [input] = inputs;
  if (input === undefined || inputs.length > 1) throw new CliFailure("--auto-name works with a single --input");
  return join(session.outputFolder(), `${basename(input, extname(input))}-extraction.md`);
}

/** A failed document leaves its reason in the Markdown only. */
export async function convertDocuments(session: Session): Promise<void> {
  const inputs = session.list("input");
  const path = convertedPath(session, inputs);
  const findings = await findAll(session, inputs, (file) => `Text of ${basename(file)}.`);
  const part = (one: Finding): string => `## ${one.file}\n\n${one.ok ? one.text : `**Error**: ${one.text}`}\n`;
  writeResult(session, path, Buffer.from(`# Document Extraction Results\n\n${findings.map(part).join("\n")}`));
  const failed = findings.filter(({ ok }) => !ok);
  for (const { text } of failed) session.debug(`Retry 1 after ${text}`);
  session.print(`Output saved to: ${path}`);
  session.info(`Processed: ${findings.length}`);
  if (failed.length === 0) return;
  session.info(`Failed: ${failed.length}`);
  process.exitCode = 1;
}
