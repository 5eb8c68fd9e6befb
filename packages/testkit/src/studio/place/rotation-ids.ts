/** The 24 rotations in steps of a right angle, which files write as one number. Pure. */

import { placeInvalid } from "./place-error.ts";

type Vector = readonly [number, number, number];

/** In the order of Enum.NormalId. */
const NORMALS: readonly Vector[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
  [-1, 0, 0],
  [0, -1, 0],
  [0, 0, -1],
];

const minus = (a: number, b: number) => {
  const difference = a - b;
  // Without a negative zero, which the engine does not write either.
  return difference === 0 ? 0 : difference;
};

const cross = ([ax, ay, az]: Vector, [bx, by, bz]: Vector): Vector => [
  minus(ay * bz, az * by),
  minus(az * bx, ax * bz),
  minus(ax * by, ay * bx),
];

/**
 * The rotation matrix, row by row. The number is one more than six times the direction of the right vector plus that of
 * the up vector.
 * @throws PLACE_INVALID for a number that is no rotation
 */
export function rotationOf(id: number): readonly number[] {
  const right = NORMALS[Math.floor((id - 1) / NORMALS.length)];
  const up = NORMALS[(id - 1) % NORMALS.length];
  const back = right === undefined || up === undefined ? undefined : cross(right, up);
  if (right === undefined || up === undefined || back === undefined || back.every((part) => part === 0))
    throw placeInvalid(`a rotation has the number ${id}`);
  return [right[0], up[0], back[0], right[1], up[1], back[1], right[2], up[2], back[2]];
}
