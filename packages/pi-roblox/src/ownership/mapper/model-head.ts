/**
 * `.rbxm` and `.rbxmx` files. What is inside is for Rojo to say; of an XML model the class of the root is told by the
 * beginning of the file. Pure.
 */

import type { TextFact } from "./disk-facts.ts";
import { type MapPart, mapNode } from "./map-node.ts";

/** `<Item class="Folder" referent="RBX0">` */
const FIRST_ITEM = /<Item\s(?<attributes>[^<>]{0,1000})>/;
const CLASS = /(?:^|\s)class\s*=\s*(?:"(?<double>[^"&]*)"|'(?<single>[^'&]*)')/;

/** @returns undefined where the beginning does not tell */
function rootClassOfXmlModel(head: string): string | undefined {
  const attributes = FIRST_ITEM.exec(head)?.groups?.["attributes"];
  const found = attributes === undefined ? undefined : CLASS.exec(attributes)?.groups;
  const className = found?.["double"] ?? found?.["single"];
  return className === "" ? undefined : className;
}

/** @param head what a binary file begins with is not known */
export function modelNode(realFile: string, name: string, head: TextFact): MapPart {
  const className = head.kind === "text" ? rootClassOfXmlModel(head.text) : undefined;
  return {
    node: mapNode(name, { className, files: [realFile], sourceFile: realFile, isOpaque: true }),
    problems: [],
  };
}
