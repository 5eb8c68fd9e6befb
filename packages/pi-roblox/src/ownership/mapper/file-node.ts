/** What a single file becomes. Source: Rojo 7.7.1 snapshot_middleware (lua.rs, csv.rs, json.rs, toml.rs, txt.rs, yaml.rs). Pure. */

import type { Middleware } from "../project/project-types.ts";
import type { MapContext } from "./map-context.ts";
import { type MapPart, mapNode } from "./map-node.ts";
import { ignoresUnknown, type MetaFile, metaProblems } from "./meta-file.ts";

/** Ways to read a file whose result depends on nothing in it but its text as a whole. */
type PlainMiddleware = Exclude<Middleware, "project" | "jsonModel" | "rbxm" | "rbxmx" | "ignore">;

export function isPlain(use: Middleware): use is PlainMiddleware {
  return use !== "project" && use !== "jsonModel" && use !== "rbxm" && use !== "rbxmx" && use !== "ignore";
}

/** RunContext tells more scripts apart; the class does not. */
export function classNameFor(use: PlainMiddleware, context: MapContext): string {
  switch (use) {
    case "moduleScript":
    case "json":
    case "toml":
    case "yaml":
      return "ModuleScript";
    case "serverScript":
    case "pluginScript":
    case "legacyServerScript":
    case "runContextServerScript":
    case "runContextClientScript":
      return "Script";
    case "clientScript":
      return context.emitLegacyScripts ? "LocalScript" : "Script";
    case "legacyClientScript":
      return "LocalScript";
    case "csv":
      return "LocalizationTable";
    case "text":
      return "StringValue";
  }
}

interface PlainFile {
  readonly name: string;
  readonly use: PlainMiddleware;
  /** Absolute, without links: as Rojo lists it. */
  readonly realFile: string;
  readonly context: MapContext;
  /** Of `NAME.meta.json` and `NAME.meta.jsonc`, those that exist. */
  readonly metas: readonly MetaFile[];
}

export function plainFileNode({ name, use, realFile, context, metas }: PlainFile): MapPart {
  const className = classNameFor(use, context);
  const node = mapNode(name, {
    className,
    files: [realFile, ...metas.map(({ file }) => file)],
    sourceFile: realFile,
    ignoresUnknown: ignoresUnknown(metas),
  });
  return { node, problems: metaProblems(metas, className) };
}
