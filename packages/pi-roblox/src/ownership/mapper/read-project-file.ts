/** A project file in the course of mapping: what is wrong with it is a problem of the map, not an error. Pure. */

import { isCodedError } from "pi-extension-core/errors";
import { parseProject } from "../project/parse-project.ts";
import type { ProjectFinding, RojoProject } from "../project/project-types.ts";
import type { TextFact } from "./disk-facts.ts";
import { failure, type MapProblem } from "./map-node.ts";

export interface ProjectFileContents {
  /** Undefined where the text is no project. */
  readonly project: RojoProject | undefined;
  readonly problems: readonly MapProblem[];
}

export function readProjectFile(file: string, text: TextFact, platform: NodeJS.Platform): ProjectFileContents {
  if (text.kind !== "text") {
    const effect = text.kind === "unreadable" ? "rojo-fails" : "unknown";
    return { project: undefined, problems: [{ ...failure(file, text.because, "Make it readable."), effect }] };
  }
  try {
    const project = parseProject(text.text, { source: file, platform });
    // What depends on the version of Rojo is for whoever knows the version.
    const findings = project.findings.filter(({ since }) => since === undefined);
    return { project, problems: findings.map((finding) => problemOf(file, finding)) };
  } catch (error) {
    if (!isCodedError(error)) throw error;
    const { line, column } = error.data;
    const problem = {
      ...failure(file, error.message, error.hint ?? "Correct the project file."),
      line: typeof line === "number" ? line : undefined,
      column: typeof column === "number" ? column : undefined,
    };
    return { project: undefined, problems: [problem] };
  }
}

function problemOf(file: string, { line, column, key, message, fix, effect }: ProjectFinding): MapProblem {
  return {
    file,
    line,
    column,
    effect: effect === "refused" ? "rojo-fails" : "warning",
    message: `${file}:${line}:${column}: ${key}: ${message}`,
    hint: fix,
  };
}
