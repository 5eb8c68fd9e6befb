/** Actions of the input tools, checked as Studio checks them [A4]. Pure. */

import { StudioFailure } from "../studio-failure.ts";
import {
  choiceArgument,
  integerArgument,
  listArgument,
  optionalText,
  type ToolArguments,
  textArgument,
} from "./arguments.ts";

export type InputAction =
  | { readonly kind: "keyDown" | "keyUp" | "keyPress"; readonly key: string }
  | { readonly kind: "textInput"; readonly text: string }
  | {
      readonly kind: "moveTo" | "mouseButtonDown" | "mouseButtonUp" | "mouseButtonClick" | "scrollUp" | "scrollDown";
      readonly x: number | undefined;
      readonly y: number | undefined;
      readonly path: string | undefined;
      readonly button: "left" | "right";
    }
  | { readonly kind: "wait"; readonly ms: number };

const MAX_WAIT_MS = 10_000;

function waitOf(args: ToolArguments): InputAction {
  const ms = integerArgument(args, "wait_time_ms", { fallback: 0, minimum: 0 });
  if (ms > MAX_WAIT_MS) throw new StudioFailure("Invalid wait_time_ms");
  return { kind: "wait", ms };
}

/** @param isKey whether a name is one of Enum.KeyCode @throws StudioFailure */
export function keyboardActions(args: ToolArguments, isKey: (name: string) => boolean): readonly InputAction[] {
  return listArgument(args, "actions").map((item) => {
    const kind = choiceArgument(item, "action", ["keyDown", "keyUp", "keyPress", "textInput", "wait"]);
    if (kind === "wait") return waitOf(item);
    if (kind === "textInput") return { kind, text: textArgument(item, "text_inputs") };
    const key = textArgument(item, "key_code");
    if (!isKey(key)) throw new StudioFailure(`Invalid key_code: ${key}`);
    return { kind, key };
  });
}

function coordinate(args: ToolArguments, name: "x" | "y"): number | undefined {
  const value = args[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "number" || !Number.isFinite(value)) throw new StudioFailure(`Invalid ${name}`);
  return value;
}

const MOUSE_KINDS = [
  "moveTo",
  "mouseButtonDown",
  "mouseButtonUp",
  "mouseButtonClick",
  "scrollUp",
  "scrollDown",
  "wait",
] as const;

/** @throws StudioFailure */
export function mouseActions(args: ToolArguments): readonly InputAction[] {
  return listArgument(args, "actions").map((item) => {
    const kind = choiceArgument(item, "action", MOUSE_KINDS);
    if (kind === "wait") return waitOf(item);
    const button =
      item["mouse_button"] === undefined ? "left" : choiceArgument(item, "mouse_button", ["left", "right"]);
    return {
      kind,
      x: coordinate(item, "x"),
      y: coordinate(item, "y"),
      path: optionalText(item, "instance_path"),
      button,
    };
  });
}
