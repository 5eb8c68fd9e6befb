/** Roblox's XML as a tree of elements. It knows nothing of what they mean. Pure. */

import { SaxesParser } from "saxes";
import { placeInvalid } from "./place-error.ts";

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** All text directly in the element, with line ends as XML reads them: a carriage return comes out as a line feed. */
  readonly text: string;
  /** Where its opening tag ends, from 1. */
  readonly line: number;
}

export interface XmlLimits {
  /** UTF-16 units of the whole text. */
  readonly maxLength: number;
  readonly maxElements: number;
  readonly maxDepth: number;
}

interface OpenElement extends XmlElement {
  readonly children: XmlElement[];
  text: string;
}

/**
 * @returns the root element
 * @throws PLACE_INVALID for text that is not well-formed, declares a document type or goes beyond a limit
 */
export function parseXml(text: string, limits: XmlLimits): XmlElement {
  if (text.length > limits.maxLength)
    throw placeInvalid(`the file has ${text.length} characters, the limit is ${limits.maxLength}`);
  const parser = new SaxesParser({ xmlns: false, position: true });
  const open: OpenElement[] = [];
  let root: XmlElement | undefined;
  let elements = 0;

  parser.on("error", (error) => {
    // The message begins with line and column.
    throw placeInvalid(`the file is not well-formed XML: ${error.message}`);
  });
  parser.on("doctype", () => {
    throw placeInvalid("a document type is not allowed", parser.line);
  });
  parser.on("opentag", ({ name, attributes }) => {
    elements += 1;
    if (elements > limits.maxElements) throw placeInvalid(`there are more than ${limits.maxElements} elements`);
    if (open.length >= limits.maxDepth)
      throw placeInvalid(`elements are nested more than ${limits.maxDepth} deep`, parser.line);
    const element: OpenElement = { name, attributes, children: [], text: "", line: parser.line };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on("closetag", () => {
    root = open.pop();
  });
  const addText = (piece: string) => {
    const current = open.at(-1);
    if (current !== undefined) current.text += piece;
  };
  parser.on("text", addText);
  parser.on("cdata", addText);

  parser.write(text).close();
  if (root === undefined) throw placeInvalid("the file has no element");
  return root;
}
