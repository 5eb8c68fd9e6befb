/** screen_capture [A4]: a JPEG with what is in the workspace, and a text part that is empty. */

import { runProgram } from "../luau-program.ts";
import { type Box, type Camera, drawPicture } from "../screen/picture.ts";
import { StudioFailure } from "../studio-failure.ts";
import { optionalPoint, type Point, textArgument } from "./arguments.ts";
import type { ToolHandler } from "./tool.ts";

/** Keeps the answer of the program below the length at which results are cut. */
const MAX_BOXES = 800;
const QUALITY = 80;

const pointAt = (numbers: readonly number[], index: number): Point => [
  numbers[index] ?? 0,
  numbers[index + 1] ?? 0,
  numbers[index + 2] ?? 0,
];

function parseScene(text: string): { readonly camera: Camera; readonly boxes: readonly Box[] } {
  const [camera = [], ...boxes] = text.split("\n").map((line) => line.split(",").map(Number));
  return {
    camera: { position: pointAt(camera, 0), lookAt: pointAt(camera, 3) },
    boxes: boxes.map((numbers) => {
      const [red, green, blue] = pointAt(numbers, 6);
      return { position: pointAt(numbers, 0), size: pointAt(numbers, 3), color: [red * 255, green * 255, blue * 255] };
    }),
  };
}

export const screenCapture: ToolHandler = async ({ window, behaviour, args }) => {
  textArgument(args, "capture_id");
  const position = optionalPoint(args, "camera_position");
  const lookAt = optionalPoint(args, "look_at_position");
  if (behaviour.isMinimised) throw new StudioFailure("Failed to capture the screen: the viewport is not rendering");
  const { camera, boxes } = parseScene(await runProgram(window.focused, "scene", { limit: MAX_BOXES }));
  const seenFrom = { position: position ?? camera.position, lookAt: lookAt ?? camera.lookAt };
  const { default: jpeg } = await import("jpeg-js");
  const picture = drawPicture(boxes, seenFrom, window.mode);
  const { data } = jpeg.encode(picture, QUALITY);
  return [
    { type: "text", text: "" },
    { type: "image", mimeType: "image/jpeg", data: Buffer.from(data).toString("base64") },
  ];
};
