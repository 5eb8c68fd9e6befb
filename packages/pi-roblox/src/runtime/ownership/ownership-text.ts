/** An answer about ownership as people and models read it. Pure. */

import path from "node:path";
import { formatInstancePath } from "../../datamodel/instance-path-text.ts";
import type { MapAnswer, Ownership } from "../../ownership/resolve/ownership.ts";

function seconds(ms: number): string {
  return ms < 1000 ? "now" : `${Math.round(ms / 1000)} s ago`;
}

function evidenceLine({ map, answer, ageMs, staleBecause, nearest }: MapAnswer): string {
  const near = nearest === undefined || answer === "mapped" ? "" : ` (nearest: ${formatInstancePath(nearest.path)})`;
  const stale = staleBecause === undefined ? "" : `, stale: ${staleBecause}`;
  return `  ${map}: ${answer}${near}, seen ${seconds(ageMs)}${stale}`;
}

/** @param root absolute folder of the workspace */
export function formatOwnership(ownership: Ownership, root: string): string {
  const { target, owner, reason, whatToDo, evidence, disagreement, instances, files } = ownership;
  const show = (file: string): string => path.relative(root, path.resolve(root, file)).split(path.sep).join("/");
  const subject = target.kind === "instance" ? formatInstancePath(target.path) : show(target.file);
  const shown = files.map(show);
  return [
    `${subject}: ${owner}`,
    `because ${reason}`,
    ...(disagreement === undefined ? [] : [`the maps disagree: ${disagreement}`]),
    ...instances.map(({ path: names, className }) => `instance ${formatInstancePath(names)} (${className})`),
    ...shown.map((file) => `file ${file}`),
    `next: ${whatToDo}`,
    ...(evidence.length === 0 ? [] : ["evidence", ...evidence.map(evidenceLine)]),
  ].join("\n");
}
