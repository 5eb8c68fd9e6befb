/** One run of the stand-in: what was asked, how it behaves, and the CLI's own logger. */

import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import type { MultixBehaviour } from "./behaviour.ts";
import type { ParsedCall } from "./program.ts";

export class Session {
  readonly call: ParsedCall;
  readonly behaviour: MultixBehaviour;
  /** Absolute folder of the script, where jobs are kept. */
  readonly folder: string;
  readonly provider: string;
  readonly name: string;

  constructor(call: ParsedCall, behaviour: MultixBehaviour, folder: string) {
    this.call = call;
    this.behaviour = behaviour;
    this.folder = folder;
    this.provider = call.command.path[0] ?? "";
    this.name = call.command.path.join(" ");
  }

  print(line = ""): void {
    process.stdout.write(`${line}\n`);
  }
  info(text: string): void {
    this.print(`  ${text}`);
  }
  success(text: string): void {
    this.print(`✓ ${text}`);
  }
  debug(text: string): void {
    if (this.isOn("verbose")) this.print(`  [debug] ${text}`);
  }
  warn(text: string): void {
    process.stderr.write(`⚠ ${text}\n`);
  }
  note(text: string): void {
    process.stderr.write(`  ${text}\n`);
  }
  error(text: string): void {
    process.stderr.write(`✗ ${text}\n`);
  }

  /** An option's text; undefined when it is not given. */
  text(name: string): string | undefined {
    const value = this.call.options[name];
    return typeof value === "string" ? value : undefined;
  }
  list(name: string): readonly string[] {
    const value = this.call.options[name];
    return Array.isArray(value) ? value.map(String) : [];
  }
  isOn(name: string): boolean {
    return this.call.options[name] === true;
  }
  /** True for a given `--no-name`. */
  isOff(name: string): boolean {
    return this.call.options[name] === false;
  }
  operand(index: number): string {
    return this.call.operands[index] ?? "";
  }

  /** Where results go; made when it is first needed. `~` is not expanded. */
  outputFolder(): string {
    const folder = resolve(process.env["MULTIX_OUTPUT_DIR"] || "multix-output");
    mkdirSync(folder, { recursive: true });
    return folder;
  }
}
