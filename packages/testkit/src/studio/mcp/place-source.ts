/** Places from files and from Rojo projects. */

import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { loadReflection } from "../../../../pi-roblox/src/datamodel/reflection/load-reflection.ts";
import { outsideProgram } from "../../programs/outside-program.ts";
import type { PlaceTree } from "../place/place-tree.ts";
import { readPlace } from "../place/read-place.ts";
import type { PlaceInfo } from "../vm/protocol.ts";
import type { Place } from "./place.ts";

/** `file`: a .rbxlx or .rbxmx. `project`: a Rojo project file or its folder. Both absolute. */
export type PlaceContent =
  | { readonly file: string }
  | {
      readonly project: string;
      /** Absolute path of the program; by default the newest that the tests know, else that on PATH. */
      readonly rojo?: string;
    }
  | { readonly tree: PlaceTree };

/** A place to open, and what Studio is to know it by; by default it is a local file with its own name. */
export type PlaceSource = PlaceContent & { readonly info?: PlaceInfo };

const run = promisify(execFile);

async function readTree(file: string): Promise<PlaceTree> {
  const reflection = await loadReflection();
  // Newer files may hold properties that the reflection data does not know yet; scripts could not read them either.
  const tree = readPlace(await readFile(file, "utf8"), reflection, { onUnknownProperty: () => undefined });
  const isPlace = tree.roots.every(({ className }) => reflection.findClass(className)?.tags.includes("Service"));
  if (isPlace) return tree;
  // A model stands in the workspace, where a person would have put it.
  const workspace = { className: "Workspace", name: "Workspace", referent: undefined, properties: {}, attributes: {} };
  return { roots: [{ ...workspace, tags: [], children: tree.roots }] };
}

async function buildProject(project: string, rojo: string): Promise<PlaceTree> {
  const folder = await mkdtemp(path.join(tmpdir(), "studio-standin-"));
  try {
    const file = path.join(folder, "place.rbxlx");
    await run(rojo, ["build", project, "--output", file], { windowsHide: true });
    return await readTree(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * @throws HarnessError PLACE_INVALID for a file that is none
 * @throws the error of Node when the file cannot be read or rojo does not build it
 */
export async function loadPlace(source: PlaceSource): Promise<Place> {
  if ("tree" in source) return { info: source.info ?? {}, tree: source.tree };
  if ("file" in source)
    return { info: { name: path.basename(source.file), ...source.info }, tree: await readTree(source.file) };
  const { project, rojo = outsideProgram("rojo", "7.7.1") ?? "rojo", info } = source;
  const folderName = path.basename(project.replace(/[\\/]default\.project\.jsonc?$/, ""));
  const name = `${folderName.replace(/\.project\.jsonc?$/, "")}.rbxlx`;
  return { info: { name, ...info }, tree: await buildProject(project, rojo) };
}
