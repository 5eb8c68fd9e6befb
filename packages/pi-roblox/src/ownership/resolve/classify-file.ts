/** What a file is by where it lies, what it is called and what is on disk, before any map is asked. Pure. */

import { absoluteFile, fileKey, namesBelow } from "../../datamodel/file-key.ts";
import { MODEL_FILE } from "../sourcemap/source-file.ts";
import type { OwnershipEvidence } from "./evidence.ts";
import type { Owner } from "./ownership.ts";

interface FileClass {
  readonly owner: Extract<
    Owner,
    "protected" | "outside-workspace" | "symbolic-link" | "generated-output" | "external-package" | "binary-asset"
  >;
  readonly because: string;
  readonly whatToDo: string;
}

/** Models, places, pictures, sounds, meshes, fonts, archives: what no text tool can change. */
const BINARY =
  /\.(?:rbxmx?|rbxlx?|png|jpe?g|gif|bmp|tga|webp|svgz|mp3|ogg|wav|flac|mp4|webm|fbx|obj|mesh|glb|gltf|[ot]tf|zip|gz|7z)$/i;

/** Names from the workspace; undefined for a file outside of it. */
export function fromWorkspace(file: string, { workspace, naming }: OwnershipEvidence): readonly string[] | undefined {
  return namesBelow(fileKey(file, naming), fileKey(workspace.root, naming), naming);
}

/** As people write it: from the workspace with slashes, or absolute. */
export function showFile(file: string, evidence: OwnershipEvidence): string {
  const names = fromWorkspace(file, evidence);
  if (names === undefined || names.length === 0) return file;
  // The key may be folded; the end of the file itself is as it is spelled.
  const spelled = absoluteFile(evidence.workspace.root, file, evidence.naming);
  return spelled
    .split(evidence.naming.platform === "win32" ? "\\" : "/")
    .slice(-names.length)
    .join("/");
}

function isIn(folders: readonly string[], file: string, { naming }: OwnershipEvidence): boolean {
  const key = fileKey(file, naming);
  return folders.some((folder) => namesBelow(key, fileKey(folder, naming), naming) !== undefined);
}

/** @param file absolute @returns undefined for an ordinary file of the workspace */
export function classifyFile(file: string, evidence: OwnershipEvidence): FileClass | undefined {
  const shown = showFile(file, evidence);
  const { workspace, settings } = evidence;
  if (isIn(workspace.own, file, evidence) && !isIn(workspace.authored, file, evidence))
    return {
      owner: "protected",
      because: `${shown} belongs to the records of this extension`,
      whatToDo: "Leave it; the tools of this extension write it.",
    };
  const names = fromWorkspace(file, evidence);
  if (names === undefined)
    return {
      owner: "outside-workspace",
      because: `${shown} is outside of the workspace ${workspace.root}`,
      whatToDo: "It can be read, not changed. Open its own workspace, or copy it into this one.",
    };
  if (evidence.factsOf(file)?.isSymlink === true)
    return {
      owner: "symbolic-link",
      because: `${shown} is a symbolic link, or is reached through one`,
      whatToDo: "Name the file that it leads to; Rojo maps that one.",
    };
  const generated = settings.generated.match(names);
  if (generated !== undefined)
    return {
      owner: "generated-output",
      because: `${shown} is generated (pattern ${generated})`,
      whatToDo: "Change what it is generated from, and run the generator.",
    };
  const dependency = settings.dependencies.match(names);
  if (dependency !== undefined)
    return {
      owner: "external-package",
      because: `${shown} belongs to a package of others (pattern ${dependency})`,
      whatToDo:
        "Change the version in the manifest of the package manager, or wrap the package in code of this project.",
    };
  if (BINARY.test(shown))
    return {
      owner: "binary-asset",
      because: `${shown} is no text file`,
      whatToDo: MODEL_FILE.test(shown)
        ? "Change the model in Studio and save it to that file."
        : "Replace the whole file with the program that makes it.",
    };
  return undefined;
}
