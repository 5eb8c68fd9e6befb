/**
 * From the facts about the disk to the tree of instances that Rojo makes. A pass that lacks facts says which; the next one
 * takes over what is done. Source: Rojo 7.7.1 snapshot_middleware/{mod,dir,lua,csv,project}.rs. Pure.
 */

import type { ProjectNode, RojoProject } from "../project/project-types.ts";
import type { PropertyTypes } from "../project/property-value.ts";
import type { DiskFacts, FolderFact, PlaceFact, TextFact, Want } from "./disk-facts.ts";
import { isPlain, plainFileNode } from "./file-node.ts";
import { type FileRules, metaNames } from "./file-rules.ts";
import { assembleFolder } from "./folder-node.ts";
import { type FileReading, type FolderPlan, indexFolder, planFolder, readingIn } from "./folder-plan.ts";
import { innerContext, type MapContext } from "./map-context.ts";
import type { MapMemory } from "./map-memory.ts";
import { failure, type MapPart, type MapProblem, mapNode, nothing, unknownNode } from "./map-node.ts";
import { type MetaFile, readMetaFile } from "./meta-file.ts";
import { modelNode } from "./model-head.ts";
import { readModelJson } from "./model-json.ts";
import { type ClassTable, classOfNode } from "./node-class.ts";
import { nodeFromPath } from "./project-node.ts";
import { readProjectFile } from "./read-project-file.ts";
import { RustPath } from "./rust-path.ts";

export interface MapOptions {
  readonly reflection: ClassTable & PropertyTypes;
  readonly platform: NodeJS.Platform;
  readonly isCaseSensitive: boolean;
  /** Of the version of Rojo that is followed. */
  readonly rules: FileRules;
  /** Folders in folders; default 100. */
  readonly maxDepth?: number | undefined;
  /** Default 500,000. */
  readonly maxInstances?: number | undefined;
  /** Folders and project files that one pass looks into; default 100,000. */
  readonly maxVisits?: number | undefined;
}

/** A folder that Rojo reads, and how: what explains a file that became nothing. */
export interface MappedFolder {
  readonly path: string;
  readonly realPath: string;
  readonly context: MapContext;
  readonly plan: FolderPlan | undefined;
  /** The project file that stands for the folder: its entries are not looked at. */
  readonly projectFile: string | undefined;
}

export interface MapResult {
  readonly part: MapPart;
  /** The folder that a sourcemap's paths are relative to. */
  readonly projectFolder: string;
  readonly folders: readonly MappedFolder[];
  /** What has to be looked up before the result is complete. */
  readonly wants: readonly Want[];
}

const DEFAULT_MAX_DEPTH = 100;
const DEFAULT_MAX_INSTANCES = 500_000;
const DEFAULT_MAX_VISITS = 100_000;

/**
 * One pass.
 *
 * @param projectFile absolute, without links
 * @param memory of earlier passes over the same project; it is changed
 */
export function mapProject(projectFile: string, facts: DiskFacts, options: MapOptions, memory: MapMemory): MapResult {
  memory.startPass();
  const pass = new MapPass(facts, options, memory);
  const outermost: MapContext = memory.contexts.reuse("", [options.rules], () => ({
    id: 0,
    ignoreRules: [],
    syncRules: [],
    emitLegacyScripts: true,
    rules: options.rules,
  }));
  const part = pass.place(outermost, projectFile);
  const wants = [...pass.wants.values()];
  if (wants.length === 0) memory.sweep();
  return { part, projectFolder: pass.rust.parent(projectFile), folders: pass.folders, wants };
}

class MapPass {
  readonly rust: RustPath;
  readonly wants = new Map<string, Want>();
  readonly folders: MappedFolder[] = [];
  readonly #facts: DiskFacts;
  readonly #options: MapOptions;
  readonly #memory: MapMemory;
  /** The folders and project files that are being mapped, outermost first. */
  readonly #open: { readonly kind: "folder" | "project"; readonly realPath: string }[] = [];
  #visits = 0;

  constructor(facts: DiskFacts, options: MapOptions, memory: MapMemory) {
    this.rust = new RustPath(options.platform);
    this.#facts = facts;
    this.#options = options;
    this.#memory = memory;
  }

  /** `snapshot_from_vfs`. */
  place(context: MapContext, path: string): MapPart {
    const fact = this.#place(path);
    switch (fact?.kind) {
      case undefined:
        return nothing;
      case "missing":
        // Which of the folders on the way is missing decides what another file would change.
        for (const folder of this.rust.foldersLeft(path)) this.#place(folder);
        return nothing;
      case "unreadable":
        return this.#unknown(path, failure(path, fact.because, "Make it readable, or ignore it."));
      case "unknown":
        return this.#unknown(path, beyondLimit(path, fact.because));
      case "folder":
        return this.#folder(context, path, fact);
      case "file":
        return this.#lone(context, path, fact.realPath);
    }
  }

  /** Something is there, but it cannot be told what. */
  #unknown(path: string, problem: MapProblem): MapPart {
    return { node: unknownNode(this.rust.fileName(path) ?? "", []), problems: [problem] };
  }

  #place(path: string): PlaceFact | undefined {
    const fact = this.#facts.place(path);
    if (fact === undefined) this.wants.set(`place ${path}`, { kind: "place", path });
    return fact;
  }

  #text(path: string): TextFact | undefined {
    const fact = this.#facts.text(path);
    if (fact === undefined) this.wants.set(`text ${path}`, { kind: "text", path });
    return fact;
  }

  #head(path: string): TextFact | undefined {
    const fact = this.#facts.head(path);
    if (fact === undefined) this.wants.set(`head ${path}`, { kind: "head", path });
    return fact;
  }

  /** A file that a `$path` leads to. */
  #lone(context: MapContext, path: string, realFile: string): MapPart {
    const name = this.rust.fileName(path);
    const reading = name === undefined ? undefined : readingIn(this.rust.parent(path), context, this.rust)(name);
    if (reading === undefined) return nothing;
    const metas = isPlain(reading.use) ? this.#adjacentMetas(path, reading.name, undefined) : [];
    return this.#file(context, path, realFile, reading, metas);
  }

  #folder(context: MapContext, path: string, fact: FolderFact): MapPart {
    const name = this.rust.fileName(path);
    if (name === undefined)
      return this.#unknown(
        path,
        failure(path, `Rojo crashes on a path that ends in \`..\`: ${path}`, "Name the folder."),
      );
    const refused = this.#enter("folder", path, fact.realPath);
    if (refused !== undefined) return this.#unknown(path, refused);
    const part = this.#openFolder(context, path, fact, name);
    this.#open.pop();
    return part;
  }

  /** @returns why the folder or project must not be mapped here; else it is open until `#open.pop()` */
  #enter(kind: "folder" | "project", path: string, realPath: string): MapProblem | undefined {
    // A project file may ignore itself and map its own folder: a folder is looked for only back to the last of those.
    const since = kind === "project" ? 0 : this.#open.findLastIndex((opened) => opened.kind === "project") + 1;
    if (this.#open.some((opened, index) => index >= since && opened.realPath === realPath))
      return failure(path, `${path} contains itself, through a link or a project file`, "Remove the circle.");
    const { maxDepth = DEFAULT_MAX_DEPTH, maxVisits = DEFAULT_MAX_VISITS } = this.#options;
    if (this.#open.length >= maxDepth) return beyondLimit(path, `${path} is more than ${maxDepth} folders deep`);
    // Project files that include each other make an endless number of folders from few.
    this.#visits += 1;
    if (this.#visits > maxVisits) return beyondLimit(path, `the project leads into more than ${maxVisits} folders`);
    this.#open.push({ kind, realPath });
    return undefined;
  }

  #openFolder(context: MapContext, path: string, fact: FolderFact, name: string): MapPart {
    const index = this.#memory.indexes.reuse(path, [fact], () => indexFolder(fact, this.#options.isCaseSensitive));
    const projectName = this.#options.rules.projectFiles.find((candidate) => index.has(candidate));
    if (projectName !== undefined) {
      const projectFile = this.rust.join(path, projectName);
      this.folders.push({ path, realPath: fact.realPath, context, plan: undefined, projectFile });
      return this.#project(context, projectFile, this.rust.join(fact.realPath, projectName), name);
    }
    const plan = this.#memory.plans.reuse(`${context.id} ${path}`, [fact, context], () =>
      planFolder({ path, fact, index, context, rust: this.rust }),
    );
    this.folders.push({ path, realPath: fact.realPath, context, plan, projectFile: undefined });
    const parts = plan.slots.flatMap((slot) => {
      if (slot.kind === "ready") return [];
      if (slot.kind === "folder") return [this.place(context, slot.path)];
      const { use, name: childName } = slot.reading;
      const metas = isPlain(use) ? this.#adjacentMetas(slot.path, childName, index.has) : [];
      return [this.#file(context, slot.path, slot.realFile, slot.reading, metas)];
    });
    const metas = this.#metas(path, metaNames("init", context.rules), index.has);
    // Rojo applies the meta of a file to an init script, too, and then throws its effect away: only its errors count.
    const own = plan.init === undefined ? [] : this.#metas(path, metaNames(name, context.rules), index.has);
    return this.#memory.parts.reuse(`folder ${context.id} ${path}`, [plan, name, ...metas, ...own, ...parts], () =>
      this.#limited(
        assembleFolder({
          name,
          path,
          realPath: fact.realPath,
          index,
          context,
          rust: this.rust,
          plan,
          parts,
          metas,
          own,
        }),
      ),
    );
  }

  /** @param isThere undefined where the folder is not listed */
  #adjacentMetas(path: string, name: string, isThere: ((name: string) => boolean) | undefined): readonly MetaFile[] {
    return this.#metas(this.rust.parent(path), metaNames(name, this.#options.rules), isThere);
  }

  #metas(
    folder: string,
    names: readonly string[],
    isThere: ((name: string) => boolean) | undefined,
  ): readonly MetaFile[] {
    return names.flatMap((name) => {
      const file = this.rust.join(folder, name);
      const exists = isThere === undefined ? isPresent(this.#place(file)) : isThere(name);
      const text = exists ? this.#text(file) : undefined;
      return text === undefined
        ? []
        : [this.#memory.metas.reuse(file, [text], () => readMetaFile(file, text, this.#options.reflection))];
    });
  }

  #file(
    context: MapContext,
    path: string,
    realFile: string,
    { use, name }: FileReading,
    metas: readonly MetaFile[],
  ): MapPart {
    if (isPlain(use))
      return this.#memory.parts.reuse(`file ${context.id} ${path}`, [realFile, use, name, context, ...metas], () =>
        plainFileNode({ name, use, realFile, context, metas }),
      );
    if (use === "project") return this.#project(context, path, realFile, name);
    if (use === "ignore") return nothing;
    // Binary models are not read at all.
    const text = use === "rbxm" ? UNREAD : use === "rbxmx" ? this.#head(path) : this.#text(path);
    if (text === undefined) return { node: unknownNode(name, [realFile]), problems: [] };
    return this.#memory.parts.reuse(`model ${path}`, [text, realFile, use, name], () =>
      this.#limited(
        use === "jsonModel"
          ? readModelJson(realFile, name, text, this.#options.reflection)
          : modelNode(realFile, name, text),
      ),
    );
  }

  /** `snapshot_project`. @param fallbackName for a project without a name that is not `default` */
  #project(context: MapContext, path: string, realFile: string, fallbackName: string): MapPart {
    const text = this.#text(path);
    if (text === undefined) return { node: unknownNode(fallbackName, [path]), problems: [] };
    const refused = this.#enter("project", path, realFile);
    if (refused !== undefined) return this.#unknown(path, refused);
    const parsed = this.#memory.projects.reuse(path, [text], () => readProjectFile(path, text, this.#options.platform));
    const part =
      parsed.project === undefined
        ? { node: unknownNode(fallbackName, [path]), problems: parsed.problems }
        : this.#projectTree(context, path, parsed.project, fallbackName, parsed.problems);
    this.#open.pop();
    return part;
  }

  #projectTree(
    outer: MapContext,
    path: string,
    project: RojoProject,
    fallbackName: string,
    problems: readonly MapProblem[],
  ): MapPart {
    const folder = this.rust.parent(path);
    const context = this.#memory.contexts.reuse(`${outer.id} ${path}`, [outer, project], () =>
      innerContext(outer, this.#memory.nextId(), project, folder, path),
    );
    const isDefault = this.#options.rules.projectFiles.some((name) => name === this.rust.fileName(path));
    const name = project.name ?? (isDefault ? this.rust.fileName(folder) : undefined) ?? fallbackName;
    const tree = this.#node({ context, path, project }, name, project.tree, undefined);
    return this.#memory.parts.reuse(`root ${context.id} ${path}`, [tree, problems], () => ({
      // The project file is the last of the files of its root.
      node: tree.node && mapNode(tree.node.name, { ...tree.node, files: [...tree.node.files, path] }),
      problems: [...problems, ...tree.problems],
    }));
  }

  /** What a `$path` leads to. A separator at its end is for folders only. */
  #target(context: MapContext, path: string): MapPart {
    const bare = this.rust.withoutEnd(path);
    if (bare === path || this.#place(bare)?.kind !== "file") return this.place(context, bare);
    return this.#unknown(bare, failure(bare, `${path} ends as a folder does, but is a file`, "Remove the last slash."));
  }

  /** `snapshot_project_node`. Nesting is limited by the JSON reader, so recursion is bounded. */
  #node(
    home: { readonly context: MapContext; readonly path: string; readonly project: RojoProject },
    name: string,
    node: ProjectNode,
    parentClass: string | undefined,
  ): MapPart {
    const { context, path, project } = home;
    const fromPath =
      node.path === undefined
        ? undefined
        : this.#target(context, this.rust.join(this.rust.parent(path), node.path.path));
    const nodeClass = classOfNode(name, node, fromPath, parentClass, this.#options.reflection);
    const className = nodeClass.kind === "known" ? nodeClass.className : undefined;
    const children =
      nodeClass.kind === "omitted"
        ? []
        : [...node.children].map(([childName, child]) => this.#node(home, childName, child, className));
    const key = `node ${context.id} ${path} ${JSON.stringify(node.keys)}`;
    return this.#memory.parts.reuse(key, [node, name, parentClass, fromPath, ...children], () =>
      this.#limited(
        nodeFromPath({
          name,
          node,
          nodeClass,
          fromPath,
          children,
          project,
          projectFile: path,
          types: this.#options.reflection,
        }),
      ),
    );
  }

  /** Project files that include each other can make trees of any size from few files. */
  #limited(part: MapPart): MapPart {
    const { maxInstances = DEFAULT_MAX_INSTANCES } = this.#options;
    const { node } = part;
    if (node === undefined || node.size <= maxInstances) return part;
    const problem = beyondLimit(
      node.folder ?? node.files.at(-1) ?? node.name,
      `${node.name} has more than ${maxInstances} instances`,
    );
    return {
      node: mapNode(node.name, { ...node, children: [], isOpaque: true }),
      problems: [...part.problems, problem],
    };
  }
}

const NOT_KNOWN = "Nothing below it is known here; ignore what need not be synced.";

function beyondLimit(file: string, message: string): MapProblem {
  return { ...failure(file, message, NOT_KNOWN), effect: "unknown" };
}

const UNREAD: TextFact = { kind: "unknown", because: "binary models are not read" };

function isPresent(fact: PlaceFact | undefined): boolean {
  return fact !== undefined && fact.kind !== "missing";
}
