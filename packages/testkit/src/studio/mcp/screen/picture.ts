/** The viewport as a picture: boxes in their colours under a sky, a frame by the mode. Pure. */

import type { Point } from "../tools/arguments.ts";

export interface Box {
  readonly position: Point;
  readonly size: Point;
  /** 0 to 255 each. */
  readonly color: Point;
}

export interface Camera {
  readonly position: Point;
  readonly lookAt: Point;
}

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Four bytes a pixel: red, green, blue, opacity. */
  readonly data: Uint8Array;
}

const WIDTH = 640;
const HEIGHT = 360;
/** Studio's field of view is 70 degrees from top to bottom. */
const FOCAL_LENGTH = HEIGHT / 2 / Math.tan((70 * Math.PI) / 360);
const SKY: Point = [135, 180, 230];
const GROUND: Point = [90, 110, 90];
/** Studio shows a blue frame around a running game; a plain one is the Edit mode's. */
const FRAMES: Readonly<Record<string, Point>> = { Edit: [60, 60, 60] };
const RUNNING_FRAME: Point = [20, 90, 255];
const FRAME_WIDTH = 8;

const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
function unit(vector: Point): Point {
  const length = Math.hypot(...vector) || 1;
  return [vector[0] / length, vector[1] / length, vector[2] / length];
}

interface View {
  readonly x: number;
  readonly y: number;
  readonly depth: number;
}

/** Where a point of the world appears; undefined behind the camera. */
function viewOf({ position, lookAt }: Camera): (point: Point) => View | undefined {
  const forward = unit(minus(lookAt, position));
  const isVertical = Math.abs(forward[1]) > 0.999;
  const right = unit(cross(forward, isVertical ? [0, 0, -1] : [0, 1, 0]));
  const up = cross(right, forward);
  return (point) => {
    const offset = minus(point, position);
    const depth = dot(offset, forward);
    if (depth < 0.1) return undefined;
    const scale = FOCAL_LENGTH / depth;
    return { x: WIDTH / 2 + dot(offset, right) * scale, y: HEIGHT / 2 - dot(offset, up) * scale, depth };
  };
}

function fill(data: Uint8Array, left: number, top: number, right: number, bottom: number, color: Point): void {
  const [x0, x1] = [Math.max(0, Math.floor(left)), Math.min(WIDTH, Math.ceil(right))];
  const [y0, y1] = [Math.max(0, Math.floor(top)), Math.min(HEIGHT, Math.ceil(bottom))];
  for (let y = y0; y < y1; y += 1) for (let x = x0; x < x1; x += 1) data.set([...color, 255], (y * WIDTH + x) * 4);
}

const CORNERS: readonly Point[] = [-0.5, 0.5].flatMap((x) =>
  [-0.5, 0.5].flatMap((y) => [-0.5, 0.5].map((z): Point => [x, y, z])),
);

function drawBox(data: Uint8Array, view: (point: Point) => View | undefined, { position, size, color }: Box): void {
  const corners = CORNERS.map((corner) =>
    view([position[0] + corner[0] * size[0], position[1] + corner[1] * size[1], position[2] + corner[2] * size[2]]),
  ).filter((corner) => corner !== undefined);
  // A box that reaches behind the camera is left out.
  if (corners.length < CORNERS.length) return;
  const xs = corners.map(({ x }) => x);
  const ys = corners.map(({ y }) => y);
  fill(data, Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys), color);
}

/** @param mode word of Studio's mode */
export function drawPicture(boxes: readonly Box[], camera: Camera, mode: string): Picture {
  const data = new Uint8Array(WIDTH * HEIGHT * 4);
  fill(data, 0, 0, WIDTH, HEIGHT / 2, SKY);
  fill(data, 0, HEIGHT / 2, WIDTH, HEIGHT, GROUND);
  const view = viewOf(camera);
  const seen = boxes
    .map((box) => ({ box, depth: view(box.position)?.depth }))
    .filter((entry): entry is { box: Box; depth: number } => entry.depth !== undefined);
  for (const { box } of seen.sort((a, b) => b.depth - a.depth)) drawBox(data, view, box);
  const frame = FRAMES[mode] ?? RUNNING_FRAME;
  fill(data, 0, 0, WIDTH, FRAME_WIDTH, frame);
  fill(data, 0, HEIGHT - FRAME_WIDTH, WIDTH, HEIGHT, frame);
  fill(data, 0, 0, FRAME_WIDTH, HEIGHT, frame);
  fill(data, WIDTH - FRAME_WIDTH, 0, WIDTH, HEIGHT, frame);
  return { width: WIDTH, height: HEIGHT, data };
}
