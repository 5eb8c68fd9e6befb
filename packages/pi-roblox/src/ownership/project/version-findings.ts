/** What one version of Rojo will refuse or ignore in a project file. Pure. */

import { compareVersions, parseVersionNumber, type RojoVersion } from "../../backends/rojo/binary/rojo-version.ts";
import type { ProjectFinding, RojoProject } from "./project-types.ts";

const DEFAULT_NAME = /^default\.project\.jsonc?$/;
/** Comments came to `.json` files before Rojo looked for `.jsonc` ones. Source: Rojo CHANGELOG, #1159. */
const JSONC_NAMES_SINCE = "7.7.0-rc.1";

/**
 * Findings that hold for `version`, in the order of the file.
 *
 * @param fileName of the project file, without folders; Rojo is given this file or its folder
 */
export function findingsForVersion(
  project: RojoProject,
  fileName: string,
  version: RojoVersion,
): readonly ProjectFinding[] {
  return [...fileNameFindings(project, fileName), ...project.findings].filter(
    ({ since }) => since === undefined || !isSince(version, since),
  );
}

/** @param since such as `7.7.0`; false for what is no version */
export function isSince(version: RojoVersion, since: string): boolean {
  const first = parseVersionNumber(since);
  return first !== undefined && compareVersions(version, first) >= 0;
}

function fileNameFindings(project: RojoProject, fileName: string): readonly ProjectFinding[] {
  const findings: ProjectFinding[] = [];
  const top = { line: 1, column: 1, key: "", effect: "refused" } as const;
  if (fileName.endsWith(".jsonc"))
    findings.push({
      ...top,
      since: JSONC_NAMES_SINCE,
      message: `Rojo before ${JSONC_NAMES_SINCE} does not take ${fileName} for a project file`,
      fix: `Update Rojo, or call it ${fileName.slice(0, -1)}.`,
    });
  // Rojo 7.7.1 project.rs, set_file_name: `todo!()` where there is no name to fall back to.
  if (project.name === undefined && !DEFAULT_NAME.test(fileName))
    findings.push({
      ...top,
      since: undefined,
      message: `Rojo crashes on a project file without a \`name\` that is not called default.project.json`,
      fix: "Add a `name`.",
    });
  return findings;
}
