/** Which file of a folder is its Rojo project. Source: Rojo 7.7.1 project.rs, load_initial_project. Pure. */

import { compareBytes } from "./byte-order.ts";

/** Rojo finds these by itself; any other project file must be named to it. */
const DEFAULT_NAMES: readonly string[] = ["default.project.json", "default.project.jsonc"];
const PROJECT_NAME = /\.project\.jsonc?$/;

type ProjectChoice =
  | { readonly kind: "one"; readonly name: string }
  | { readonly kind: "several"; readonly names: readonly string[] }
  | { readonly kind: "none" };

/** A default name, or the only project file there is. @param names of the files in the folder */
export function chooseProjectFile(names: readonly string[]): ProjectChoice {
  const standard = DEFAULT_NAMES.find((name) => names.includes(name));
  if (standard !== undefined) return { kind: "one", name: standard };
  const candidates = names.filter((name) => PROJECT_NAME.test(name)).sort(compareBytes);
  const [first, second] = candidates;
  if (first === undefined) return { kind: "none" };
  return second === undefined ? { kind: "one", name: first } : { kind: "several", names: candidates };
}
