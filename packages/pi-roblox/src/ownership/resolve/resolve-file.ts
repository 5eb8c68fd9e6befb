/** Who owns a file. Pure. */

import { absoluteFile, fileKey, namesBelow } from "../../datamodel/file-key.ts";
import type { InstanceMap, MappedInstance } from "../../datamodel/instance-map.ts";
import { formatInstancePath } from "../../datamodel/instance-path-text.ts";
import { isMetaFile, isProjectFile } from "../sourcemap/source-file.ts";
import { isUnmappable } from "../sourcemap/table.ts";
import { classifyFile, fromWorkspace, showFile } from "./classify-file.ts";
import type { OwnershipEvidence, WouldBe } from "./evidence.ts";
import { answersForFile, describeDisagreement, describeGaps, isProof, mergeInstances, namesOf } from "./map-answers.ts";
import type { MapAnswer, Ownership } from "./ownership.ts";
import type { Decision } from "./resolve-instance.ts";

/** @param given absolute, or relative to the workspace */
export function resolveFile(given: string, evidence: OwnershipEvidence): Ownership {
  const file = absoluteFile(evidence.workspace.root, given, evidence.naming);
  const isFolder = evidence.factsOf(file)?.kind === "folder";
  const find = isFolder ? inFolder(file, evidence) : (map: InstanceMap) => map.ofFile(file);
  const answers = evidence.hasRojoProject && !given.includes("\0") ? answersForFile(evidence, find) : [];
  return {
    target: { kind: "file", file },
    evidence: answers,
    disagreement: describeDisagreement(answers),
    instances: mergeInstances(answers),
    files: [file],
    deletesUnknown: undefined,
    ...decide(file, answers, evidence),
  };
}

/** The instance that a folder is; where no map says that, those that come from files in it. */
function inFolder(file: string, { naming }: OwnershipEvidence): (map: InstanceMap) => readonly MappedInstance[] {
  const folderKey = fileKey(file, naming);
  const isHere = (path: string | undefined): boolean => path !== undefined && fileKey(path, naming) === folderKey;
  const isWithin = (path: string): boolean => namesBelow(fileKey(path, naming), folderKey, naming) !== undefined;
  return (map) => {
    const within: MappedInstance[] = [];
    for (const instance of map.all()) {
      if (isHere(instance.folder)) return [instance];
      if (within.length === 0 && instance.files.some(isWithin)) within.push(instance);
    }
    return within;
  };
}

function decide(file: string, answers: readonly MapAnswer[], evidence: OwnershipEvidence): Decision {
  const shown = showFile(file, evidence);
  if (file.includes("\0"))
    return { owner: "ownership-unresolved", reason: "The path holds a null character.", whatToDo: "Correct the path." };
  const found = classifyFile(file, evidence);
  if (found !== undefined) return { owner: found.owner, reason: `${found.because}.`, whatToDo: found.whatToDo };
  if (namesStream(file, evidence))
    return {
      owner: "ownership-unresolved",
      reason: `${shown} names a stream of a file, which no map can tell from the file.`,
      whatToDo: "Name the file, without a colon.",
    };
  if (isUnmappable(file, evidence.naming))
    return {
      owner: "filesystem-unmapped",
      reason: `${shown} holds a backslash, which Rojo writes as a slash, so nothing tells what it makes of it.`,
      whatToDo: "Rename it.",
    };
  const mapped = answers.filter(({ answer }) => answer === "mapped");
  if (mapped.length > 0) return ownedByRojo(shown, file, mergeInstances(answers), evidence);
  if (!evidence.hasRojoProject)
    return {
      owner: "filesystem-unmapped",
      reason: `${shown} makes no instance: there is no Rojo project.`,
      whatToDo: `Change ${shown}.`,
    };
  const wouldBe = evidence.wouldBe?.(file);
  return wouldBe === undefined ? notMapped(shown, file, answers, evidence) : predicted(shown, file, wouldBe);
}

/** On Windows, `a.luau::$DATA` is the contents of `a.luau`. */
function namesStream(file: string, evidence: OwnershipEvidence): boolean {
  return (
    evidence.naming.platform === "win32" && fromWorkspace(file, evidence)?.some((name) => name.includes(":")) === true
  );
}

function ownedByRojo(
  shown: string,
  file: string,
  instances: readonly MappedInstance[],
  evidence: OwnershipEvidence,
): Decision {
  const key = fileKey(file, evidence.naming);
  const paths = instances.map(({ path }) => formatInstancePath(path)).join(", ");
  const isSource = instances.some(
    ({ sourceFile }) => sourceFile !== undefined && fileKey(sourceFile, evidence.naming) === key,
  );
  const other = instances.find(({ sourceFile }) => sourceFile !== undefined)?.sourceFile;
  const isFolder = evidence.factsOf(file)?.kind === "folder";
  const whatToDo = `Change ${shown}; Rojo brings it to Studio.`;
  if (isFolder)
    return {
      owner: "rojo-owned",
      reason: `${shown} is a folder that Rojo makes ${paths} from.`,
      whatToDo: `Change the files in ${shown}; Rojo brings them to Studio.`,
    };
  if (isSource) return { owner: "rojo-owned", reason: `Rojo makes ${paths} from ${shown}.`, whatToDo };
  if (isMetaFile(file) || isProjectFile(file))
    return { owner: "rojo-owned", reason: `Rojo reads ${shown} for what it makes of ${paths}.`, whatToDo };
  return {
    owner: "rojo-owned",
    reason: `Rojo lists ${shown} for ${paths}${other === undefined ? "" : `, but uses ${showFile(other, evidence)}`}.`,
    whatToDo:
      other === undefined ? whatToDo : `Change ${showFile(other, evidence)}, and remove the file that is not used.`,
  };
}

function predicted(shown: string, file: string, wouldBe: WouldBe): Decision {
  switch (wouldBe.kind) {
    case "instance": {
      const { path, className } = wouldBe;
      return {
        owner: "rojo-owned",
        reason: `Rojo makes, or will make, ${formatInstancePath(path)} (${className}) from ${shown}.`,
        whatToDo: `Write ${shown}; Rojo brings it to Studio.`,
        instances: [
          {
            path,
            className,
            files: [file],
            sourceFile: file,
            folder: undefined,
            deletesUnknownChildren: undefined,
            isOpaque: false,
          },
        ],
      };
    }
    case "unknown":
      return {
        owner: "ownership-unresolved",
        reason: `What Rojo makes of ${shown} is not known: ${wouldBe.because}.`,
        whatToDo: "Run roblox_doctor, or refresh the sourcemap with a working rojo.",
      };
    case "ignored":
      return {
        owner: "filesystem-unmapped",
        reason: `${shown} is ignored by Rojo: ${wouldBe.by}.`,
        whatToDo: `Change ${shown}; it does not reach Studio unless that rule changes.`,
      };
    case "unmapped":
      return {
        owner: "filesystem-unmapped",
        reason: `${shown} is in no folder that the Rojo project maps, or is of no kind that Rojo reads.`,
        whatToDo: `Change ${shown}; it does not reach Studio.`,
      };
  }
}

function notMapped(shown: string, file: string, answers: readonly MapAnswer[], evidence: OwnershipEvidence): Decision {
  const proofs = answers.filter(isProof);
  const isThere = evidence.factsOf(file)?.exists === true;
  if (proofs.length > 0 && isThere)
    return {
      owner: "filesystem-unmapped",
      reason: `${namesOf(proofs)} ${proofs.length === 1 ? "does" : "do"} not have ${shown}: it is in no mapped folder, or is ignored by Rojo.`,
      whatToDo: `Change ${shown}; it does not reach Studio.`,
    };
  const because = proofs.length > 0 ? "it is not there yet, and the project cannot be asked" : describeGaps(answers);
  return {
    owner: "ownership-unresolved",
    reason: `It is not known what Rojo makes of ${shown}: ${because}.`,
    whatToDo: "Refresh the maps of the Rojo project, and ask again.",
  };
}
