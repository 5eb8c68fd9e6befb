/** `*.meta.json(c)` files. Source: Rojo 7.7.1 snapshot_middleware/meta_file.rs. Pure. */

import type { PropertyTypes } from "../project/property-value.ts";
import type { TextFact } from "./disk-facts.ts";
import { failure, type MapProblem } from "./map-node.ts";
import { classValueProblems, optionalField, parseObject, unreadable, valueProblems } from "./rojo-json.ts";

export interface MetaFile {
  readonly file: string;
  readonly ignoresUnknown: boolean | undefined;
  /** Has an effect in `init.meta.json` only. */
  readonly className: string | undefined;
  readonly hasId: boolean;
  readonly hasSchema: boolean;
  /** What is wrong with the file, whatever it is applied to. */
  readonly problems: readonly MapProblem[];
  /** What is wrong with its properties for an instance of the class. */
  readonly problemsFor: (className: string) => readonly MapProblem[];
}

const MAX_DEPTH = 100;
const FOLDER_META = /[\\/]init\.meta\.jsonc?$/;

export function readMetaFile(file: string, fact: TextFact, types: PropertyTypes): MetaFile {
  const none: MetaFile = {
    file,
    ignoresUnknown: undefined,
    className: undefined,
    hasId: false,
    hasSchema: false,
    problems: [],
    problemsFor: () => [],
  };
  if (fact.kind !== "text") return { ...none, problems: [unreadable(file, fact)] };
  const parsed = parseObject(file, fact.text, MAX_DEPTH);
  if ("problem" in parsed) return { ...none, problems: [parsed.problem] };
  const { value, document } = parsed;
  const { id, ignoreUnknownInstances, className } = value;
  return {
    file,
    ignoresUnknown: typeof ignoreUnknownInstances === "boolean" ? ignoreUnknownInstances : undefined,
    className: typeof className === "string" ? className : undefined,
    hasId: typeof id === "string",
    hasSchema: typeof value["$schema"] === "string",
    problems: [
      ...optionalField(document, value, [], "$schema", "string"),
      ...optionalField(document, value, [], "id", "string"),
      ...optionalField(document, value, [], "ignoreUnknownInstances", "boolean"),
      ...(FOLDER_META.test(file) ? optionalField(document, value, [], "className", "string") : []),
      ...valueProblems(document, value, [], "properties"),
      ...valueProblems(document, value, [], "attributes"),
    ],
    problemsFor: (applied) => classValueProblems(document, value["properties"], ["properties"], applied, types),
  };
}

/** The last that says something counts. */
export function ignoresUnknown(metas: readonly MetaFile[]): boolean {
  return metas.findLast((meta) => meta.ignoresUnknown !== undefined)?.ignoresUnknown ?? false;
}

/**
 * Those inside of the files, and what both together do wrong.
 * @param classNames of the instance when each of the files is applied; the last one holds for the rest
 */
export function metaProblems(metas: readonly MetaFile[], ...classNames: readonly string[]): readonly MapProblem[] {
  const problems = metas.flatMap((meta, index) => {
    const className = classNames[index] ?? classNames.at(-1);
    return [...meta.problems, ...(className === undefined ? [] : meta.problemsFor(className))];
  });
  const [first, second] = metas;
  if (first === undefined || second === undefined) return problems;
  if (first.hasId && second.hasId) problems.push(bothSet(first, second, "id"));
  if (first.hasSchema && second.hasSchema) problems.push(bothSet(first, second, "$schema"));
  return problems;
}

function bothSet(first: MetaFile, second: MetaFile, key: string): MapProblem {
  return failure(second.file, `${second.file} and ${first.file} both set \`${key}\``, "Remove one of the two files.");
}
