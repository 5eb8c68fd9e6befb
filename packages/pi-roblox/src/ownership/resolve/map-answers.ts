/** What each map says of a target, and what they say together. Pure. */

import type { InstanceMap, MapKind, MappedInstance } from "../../datamodel/instance-map.ts";
import { type InstancePath, isAtOrBelow, isSamePath } from "../../datamodel/instance-path.ts";
import type { OwnershipEvidence } from "./evidence.ts";
import type { MapAnswer } from "./ownership.ts";

const MAP_NAMES: Readonly<Record<MapKind, string>> = {
  "live-tree": "rojo serve",
  project: "the project file",
  sourcemap: "the sourcemap",
};
/** Those that know files, first. */
const ORDER: readonly MapKind[] = ["project", "sourcemap", "live-tree"];

type Answered = Pick<MapAnswer, "answer" | "instances" | "nearest">;

function withCredentials(map: InstanceMap, evidence: OwnershipEvidence, answered: Answered): MapAnswer {
  return {
    map: map.kind,
    ageMs: Math.max(0, evidence.nowMs - map.observedAtMs),
    staleBecause: map.staleBecause,
    isComplete: map.kind !== "sourcemap" || evidence.settings.includeNonScripts,
    ...answered,
  };
}

function ordered(maps: readonly InstanceMap[]): readonly InstanceMap[] {
  return maps.toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}

/**
 * The deepest known instance above a path; of several with one name, one that Rojo deletes from. The place itself counts
 * only where Rojo would delete from it.
 */
function nearestAbove(map: InstanceMap, path: InstancePath): MappedInstance | undefined {
  for (let length = path.length - 1; length >= 0; length -= 1) {
    const found = map.at(path.slice(0, length));
    const deleting = found.find(({ deletesUnknownChildren }) => deletesUnknownChildren === true);
    const nearest = deleting ?? (length > 0 ? found[0] : undefined);
    if (nearest !== undefined) return nearest;
  }
  return undefined;
}

function answerInstance(map: InstanceMap, path: InstancePath, studioRoots: readonly InstancePath[]): Answered {
  const instances = map.at(path);
  if (instances.length > 0) return { answer: "mapped", instances, nearest: undefined };
  const nearest = nearestAbove(map, path);
  const depth = nearest?.path.length ?? -1;
  if (studioRoots.some((root) => root.length > depth && isAtOrBelow(path, root)))
    return { answer: "studio-root", instances, nearest };
  if (nearest === undefined) return { answer: "absent", instances, nearest };
  return { answer: nearest.isOpaque ? "in-opaque" : "below-mapped", instances, nearest };
}

export function answersForInstance(path: InstancePath, evidence: OwnershipEvidence): readonly MapAnswer[] {
  const { studioOwnedRoots } = evidence.settings;
  return ordered(evidence.maps).map((map) =>
    withCredentials(map, evidence, answerInstance(map, path, studioOwnedRoots)),
  );
}

/** The live tree knows no files, so it is not asked. @param find instances that the target has to do with */
export function answersForFile(
  evidence: OwnershipEvidence,
  find: (map: InstanceMap) => readonly MappedInstance[],
): readonly MapAnswer[] {
  const knowing = ordered(evidence.maps).filter(({ kind }) => kind !== "live-tree");
  return knowing.map((map) => {
    const instances = find(map);
    const answer = instances.length > 0 ? "mapped" : "absent";
    return withCredentials(map, evidence, { answer, instances, nearest: undefined });
  });
}

/** Not old, and showing all there is: only such a map can prove that Rojo does not have something. */
export function isProof({ staleBecause, isComplete }: MapAnswer): boolean {
  return staleBecause === undefined && isComplete;
}

export function namesOf(answers: readonly MapAnswer[]): string {
  return answers.map(({ map }) => MAP_NAMES[map]).join(" and ");
}

/** Why the maps prove nothing. */
export function describeGaps(answers: readonly MapAnswer[]): string {
  if (answers.length === 0) return "there is no map of the Rojo project";
  return answers
    .filter((answer) => !isProof(answer))
    .map(
      ({ map, staleBecause }) =>
        `${MAP_NAMES[map]} ${staleBecause === undefined ? "shows scripts alone" : `is stale: ${staleBecause}`}`,
    )
    .join("; ");
}

/** What kind of instance from which file: two maps that agree say the same. */
function likeness({ className, sourceFile }: MappedInstance, withFile: boolean): string {
  return withFile && sourceFile !== undefined ? `${className} from ${sourceFile}` : className;
}

/**
 * The instances that the maps know at one place, each once. Maps with files decide; the live tree is taken where no other
 * map has anything, and otherwise adds what it alone knows: whether Rojo deletes unknown children.
 */
export function mergeInstances(answers: readonly MapAnswer[]): readonly MappedInstance[] {
  const mapped = answers.filter(({ answer }) => answer === "mapped");
  const withFiles = mapped.filter(({ map }) => map !== "live-tree");
  const [first, ...others] = withFiles.length > 0 ? withFiles : mapped;
  const merged = [...(first?.instances ?? [])];
  for (const { instances } of others) {
    // Each match is used once, so that twins stay two.
    const unmatched = merged.map((instance) => likeness(instance, true));
    for (const instance of instances) {
      const at = unmatched.indexOf(likeness(instance, true));
      if (at >= 0) unmatched.splice(at, 1);
      else if (instance.sourceFile !== undefined) merged.push(instance);
    }
  }
  return merged.map((instance) => ({ ...instance, deletesUnknownChildren: deletesAt(answers, instance.path) }));
}

/** The safer of what is said: true when one says so. */
function safest(said: readonly (boolean | undefined)[]): boolean | undefined {
  if (said.includes(true)) return true;
  return said.includes(false) ? false : undefined;
}

function deletesAt(answers: readonly MapAnswer[], path: InstancePath): boolean | undefined {
  const same = answers.flatMap(({ instances }) => instances).filter((instance) => isSamePath(instance.path, path));
  return safest(same.map(({ deletesUnknownChildren }) => deletesUnknownChildren));
}

/** The deepest instance that a map knows above the target. */
export function deepestNearest(answers: readonly MapAnswer[]): MappedInstance | undefined {
  const known = answers.map(({ nearest }) => nearest).filter((nearest) => nearest !== undefined);
  return known.toSorted((a, b) => b.path.length - a.path.length)[0];
}

/** Whether Rojo deletes an unknown target: no only where that is said of the deepest instance above it. */
export function deletesTarget(answers: readonly MapAnswer[]): boolean | undefined {
  const deepest = deepestNearest(answers);
  const said = answers.map(({ nearest }) => nearest).filter((nearest) => nearest !== undefined);
  if (said.some(({ deletesUnknownChildren }) => deletesUnknownChildren === true)) return true;
  const atDeepest = said.filter(({ path }) => deepest !== undefined && isSamePath(path, deepest.path));
  return safest(atDeepest.map(({ deletesUnknownChildren }) => deletesUnknownChildren));
}

/** How maps contradict each other about what they know, or that not all know it; undefined when they agree. */
export function describeDisagreement(answers: readonly MapAnswer[]): string | undefined {
  const mapped = answers.filter(({ answer }) => answer === "mapped");
  // A map that does not show everything contradicts nothing by what it does not show.
  const others = answers.filter(
    ({ answer, isComplete }) => isComplete && answer !== "mapped" && answer !== "in-opaque",
  );
  if (mapped.length === 0) return undefined;
  if (others.length > 0) {
    const verb = mapped.length === 1 ? "knows" : "know";
    return `${namesOf(mapped)} ${verb} it, ${namesOf(others)} ${others.length === 1 ? "does" : "do"} not`;
  }
  const withFiles = mapped.filter(({ map }) => map !== "live-tree");
  // The live tree can only be compared by class.
  return describeDifference(withFiles, true) ?? describeDifference(mapped, false);
}

function describeDifference(answers: readonly MapAnswer[], withFile: boolean): string | undefined {
  const said = answers.map((answer) => ({
    name: namesOf([answer]),
    text: answer.instances
      .map((instance) => likeness(instance, withFile))
      .toSorted()
      .join(" and "),
  }));
  if (said.every(({ text }) => text === said[0]?.text)) return undefined;
  return said.map(({ name, text }) => `${name} has ${text}`).join(", ");
}
