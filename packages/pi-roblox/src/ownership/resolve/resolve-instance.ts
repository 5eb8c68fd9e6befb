/** Who owns an instance. Pure. */

import type { InstanceMap, MappedInstance } from "../../datamodel/instance-map.ts";
import type { InstancePath } from "../../datamodel/instance-path.ts";
import { formatInstancePath } from "../../datamodel/instance-path-text.ts";
import { ANY_MODEL_FILE, MODEL_FILE } from "../sourcemap/source-file.ts";
import { classifyFile, showFile } from "./classify-file.ts";
import type { OwnershipEvidence } from "./evidence.ts";
import {
  answersForInstance,
  deepestNearest,
  deletesTarget,
  describeDisagreement,
  describeGaps,
  isProof,
  mergeInstances,
  namesOf,
} from "./map-answers.ts";
import type { MapAnswer, Ownership } from "./ownership.ts";

/** What a rule decides; the rest follows from the evidence. */
export type Decision = Pick<Ownership, "owner" | "reason" | "whatToDo"> & Partial<Ownership>;

const REFRESH = "Refresh the maps of the Rojo project, and ask again.";

export function resolveInstance(path: InstancePath, evidence: OwnershipEvidence): Ownership {
  const answers = evidence.hasRojoProject ? answersForInstance(path, evidence) : [];
  return {
    target: { kind: "instance", path },
    evidence: answers,
    disagreement: describeDisagreement(answers),
    instances: [],
    files: [],
    deletesUnknown: undefined,
    ...decide(path, answers, evidence),
  };
}

function decide(path: InstancePath, answers: readonly MapAnswer[], evidence: OwnershipEvidence): Decision {
  const shown = formatInstancePath(path);
  const having = (...kinds: MapAnswer["answer"][]): readonly MapAnswer[] =>
    answers.filter(({ answer }) => kinds.includes(answer));
  if (!evidence.hasRojoProject) return studioOwned(shown, "there is no Rojo project, so everything is made in Studio");
  const free = having("absent", "studio-root");
  const proofs = free.filter(isProof);
  if (having("mapped").length > 0) {
    const instances = mergeInstances(answers);
    if (proofs.length > 0) return contradicted(shown, having("mapped"), proofs, instances);
    return ownedByRojo(shown, instances, answers, evidence);
  }
  const opaque = having("in-opaque");
  if (opaque.length > 0) return insideModel(shown, opaque, evidence);
  const below = having("below-mapped");
  if (below.length > 0) return ambiguous(shown, below);
  if (proofs.length === 0)
    return {
      owner: "ownership-unresolved",
      reason: `It is not known whether Rojo makes ${shown}: ${describeGaps(answers)}.`,
      whatToDo: REFRESH,
    };
  const isConfigured = having("studio-root").length > 0;
  return studioOwned(
    shown,
    isConfigured
      ? "it is in a configured Studio root, which is nearer than anything of Rojo"
      : `${namesOf(proofs)} ${proofs.length === 1 ? "has" : "have"} nothing there or above it`,
  );
}

function studioOwned(shown: string, because: string): Decision {
  return { owner: "studio-owned", reason: `${shown} is Studio's: ${because}.`, whatToDo: "Change it in Studio." };
}

function contradicted(
  shown: string,
  mapped: readonly MapAnswer[],
  proofs: readonly MapAnswer[],
  instances: readonly MappedInstance[],
): Decision {
  return {
    owner: "ownership-unresolved",
    reason: `${shown} is Rojo's by ${namesOf(mapped)}, and not by ${namesOf(proofs)}.`,
    whatToDo: REFRESH,
    instances,
    files: sourcesOf(instances),
  };
}

function sourcesOf(instances: readonly MappedInstance[]): readonly string[] {
  return [...new Set(instances.map(({ sourceFile }) => sourceFile).filter((file) => file !== undefined))];
}

/** The model file that an instance without files of its own comes from. */
function enclosingModel(instance: MappedInstance, maps: readonly InstanceMap[]): string | undefined {
  if (instance.files.length > 0 || instance.folder !== undefined) return undefined;
  for (let length = instance.path.length - 1; length >= 0; length -= 1) {
    const above = maps.flatMap((map) => map.at(instance.path.slice(0, length)));
    const file = above.find(({ sourceFile }) => sourceFile !== undefined)?.sourceFile;
    if (file !== undefined) return ANY_MODEL_FILE.test(file) ? file : undefined;
    if (above.some(({ folder, files }) => folder !== undefined || files.length > 0)) return undefined;
  }
  return undefined;
}

function ownedByRojo(
  shown: string,
  instances: readonly MappedInstance[],
  answers: readonly MapAnswer[],
  evidence: OwnershipEvidence,
): Decision {
  const models = instances.map((instance) => enclosingModel(instance, evidence.maps));
  const inModel = models.filter((file) => file !== undefined);
  const files = [...new Set([...sourcesOf(instances), ...inModel])];
  const folders = instances.map(({ folder }) => folder).filter((folder) => folder !== undefined);
  const known = {
    instances,
    files,
    deletesUnknown: instances.find((one) => one.deletesUnknownChildren !== undefined)?.deletesUnknownChildren,
  };
  for (const file of [...files, ...folders]) {
    const found = classifyFile(file, evidence);
    if (found === undefined) continue;
    return {
      ...known,
      owner: found.owner,
      reason: `Rojo makes ${shown} from a file that is not to be changed: ${found.because}.`,
      whatToDo: found.whatToDo,
    };
  }
  const stale = answers.every((answer) => !isProof(answer)) ? `, as far as is known (${describeGaps(answers)})` : "";
  const missing = files.filter((file) => evidence.factsOf(file)?.exists === false);
  const gone =
    missing.length === 0 ? "" : `; ${missing.map((file) => showFile(file, evidence)).join(", ")} is not on disk now`;
  return { ...known, owner: "rojo-owned", ...rojoTexts(shown, instances, files, evidence, `${stale}${gone}`) };
}

function rojoTexts(
  shown: string,
  instances: readonly MappedInstance[],
  files: readonly string[],
  evidence: OwnershipEvidence,
  remark: string,
): Pick<Decision, "reason" | "whatToDo"> {
  const names = files.map((file) => showFile(file, evidence));
  const [only] = names;
  if (instances.length > 1 && names.length !== 1)
    return {
      reason: `${instances.length} instances are at ${shown}${names.length === 0 ? "" : `, made from ${names.join(", ")}`}${remark}.`,
      whatToDo: names.length === 0 ? "Give siblings different names in the project." : "Name the file that is meant.",
    };
  if (only === undefined)
    return {
      reason: `Rojo makes ${shown}, without a source file${remark}.`,
      whatToDo: "Change the Rojo project file, the folder or its init.meta.json.",
    };
  if (names.length > 1)
    return {
      reason: `Rojo makes ${shown} from one of ${names.join(", ")}${remark}.`,
      whatToDo: "Name the file that is meant.",
    };
  return {
    reason: `Rojo makes ${shown} from ${only}${remark}.`,
    whatToDo: `Change ${only}; Rojo brings it to Studio.`,
  };
}

function insideModel(shown: string, opaque: readonly MapAnswer[], evidence: OwnershipEvidence): Decision {
  const nearest = deepestNearest(opaque);
  const file = nearest?.sourceFile;
  const above = formatInstancePath(nearest?.path ?? []);
  if (file === undefined || !MODEL_FILE.test(file)) {
    const where = file === undefined ? above : showFile(file, evidence);
    return {
      ...ambiguous(shown, opaque),
      files: file === undefined ? [] : [file],
      reason: `${shown} may come from ${where}, whose contents no map shows.`,
      whatToDo: `Look into ${where}; what is not in it needs a place of its own.`,
    };
  }
  return {
    owner: "binary-asset",
    reason: `${shown} is below ${above}, which Rojo makes from the model ${showFile(file, evidence)}; what is in it no map shows.`,
    whatToDo: "Change the model in Studio and save it to that file.",
    files: [file],
    deletesUnknown: deletesTarget(opaque),
  };
}

/** Rojo decides by its own table whether what it does not know may stay: `$ignoreUnknownInstances`, off under a `$path`. */
function ambiguous(shown: string, below: readonly MapAnswer[]): Decision {
  const nearest = deepestNearest(below);
  const above = formatInstancePath(nearest?.path ?? []);
  const deletes = deletesTarget(below);
  const consequence = {
    true: `Rojo deletes what it does not know there at the next sync`,
    false: `Rojo leaves what it does not know there`,
    undefined: `whether Rojo deletes what it does not know there, no map says`,
  }[`${deletes}`];
  return {
    owner: "ambiguous-rojo-scope",
    reason: `${namesOf(below)} ${below.length === 1 ? "has" : "have"} no ${shown}, but ${above} above it; ${consequence}.`,
    whatToDo:
      deletes === false
        ? `Add ${shown} or a parent of it below ${above} to ownership.studioOwnedRoots if it is made in Studio, else make it as a file.`
        : `Make it as a file of the project, or somewhere that Rojo does not manage.`,
    deletesUnknown: deletes,
  };
}
