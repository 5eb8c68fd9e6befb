/**
 * The question that the user reads. Everything that the project controls stands behind a bar, in lines that we break
 * ourselves, so that it can neither look like our text nor push it away. Pure.
 */

import nodePath from "node:path";
import { isInside } from "../fs/index.ts";
import type { ObservedRequest } from "./observed-request.ts";
import { isLoadingVariable } from "./program-text.ts";
import { visibleText, visibleWord } from "./visible-text.ts";

export interface ApprovalQuestion {
  readonly title: string;
  readonly body: string;
}

/** Columns of text behind the bar; a terminal of 80 shows such a line unbroken. */
const LINE_COLUMNS = 70;
/** More is not read before it is approved, and the part that matters could hide in it. */
const MAX_LINES = 40;

/** At most: characters outside ASCII may be two columns wide. */
function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) columns += character <= "~" ? 1 : 2;
  return columns;
}

/** Characters of `line` to put on the next one instead, so that a break falls after a space or slash near the end. */
function tailToCarry(line: string): number {
  const at = Math.max(line.lastIndexOf(" "), line.lastIndexOf("/"), line.lastIndexOf("\\"));
  return at > line.length / 2 ? line.length - at - 1 : 0;
}

function barred(text: string): string[] {
  const lines: string[] = [];
  let line = "";
  for (const character of text === "" ? "(none)" : text) {
    if (columnsOf(line) + columnsOf(character) > LINE_COLUMNS) {
      const carried = tailToCarry(line);
      lines.push(line.slice(0, line.length - carried));
      line = line.slice(line.length - carried);
    }
    line += character;
  }
  return [...lines, line].map((content) => `  | ${content}`);
}

function section(heading: string, ...values: readonly string[]): string[] {
  return [heading, ...values.flatMap(barred)];
}

/** Names only, because values may be secret; but what loads other code is shown in full. */
function environmentLine(name: string, value: string): string {
  return isLoadingVariable(name) ? `${visibleWord(name)}=${visibleWord(value)}` : visibleWord(name);
}

function commandSections(observed: ObservedRequest): string[] {
  const { command } = observed.request;
  if (command === undefined) return [];
  const env = Object.entries(command.env ?? {});
  const isLink = observed.executable !== undefined && observed.executable !== nodePath.resolve(command.executable);
  return [
    ...section("Program:", visibleWord(command.executable)),
    ...(isLink ? section("which leads to:", visibleWord(observed.executable ?? "")) : []),
    ...section("Arguments:", command.args.map(visibleWord).join(" ")),
    ...section("Folder:", visibleWord(command.cwd)),
    ...(env.length > 0 ? section("Environment:", ...env.map(([name, value]) => environmentLine(name, value))) : []),
  ];
}

function contentSections(observed: ObservedRequest): string[] {
  const { contents, projectRoot } = observed;
  if (contents.length === 0) return [];
  const names = contents.map(({ path }) =>
    visibleWord(isInside(projectRoot, path) ? nodePath.relative(projectRoot, path) : path),
  );
  return section("Runs these files of the project, with their present content only:", ...names);
}

/** The question, or undefined when it would be too long to be read. */
export function formatQuestion(observed: ObservedRequest): ApprovalQuestion | undefined {
  const { command, readPaths = [], source, purpose } = observed.request;
  const lines = [
    ...section("Purpose:", visibleText(purpose)),
    ...section("Asked for by:", visibleWord(source.file)),
    ...commandSections(observed),
    ...contentSections(observed),
    ...(readPaths.length > 0 ? section("Reads outside the project:", ...readPaths.map(visibleWord)) : []),
    "",
    command === undefined
      ? "Say yes only if these files may be read for this project."
      : "It runs with all your rights. Say yes only if you trust it.",
    `Approval id: ${observed.id}`,
  ];
  if (lines.length > MAX_LINES) return undefined;
  const title =
    command === undefined ? "Let this project read files outside it?" : "Run a command that this project names?";
  return { title, body: lines.join("\n") };
}
