/** Lists and tables that files keep as bytes. Source of the forms: rbx_types 3.1.0, src/{tags,material_colors}.rs. Pure. */

import { placeInvalid } from "./place-error.ts";
import type { StoredValue } from "./place-tree.ts";

/** In the order of the bytes. */
const TERRAIN_MATERIALS = [
  "Grass",
  "Slate",
  "Concrete",
  "Brick",
  "Sand",
  "WoodPlanks",
  "Rock",
  "Glacier",
  "Snow",
  "Sandstone",
  "Mud",
  "Basalt",
  "Ground",
  "CrackedLava",
  "Asphalt",
  "Cobblestone",
  "Ice",
  "LeafyGrass",
  "Salt",
  "Limestone",
  "Pavement",
] as const;
const RESERVED_BYTES = 6;
const MATERIAL_COLORS_SIZE = RESERVED_BYTES + 3 * TERRAIN_MATERIALS.length;

/** @param line of the file, for errors @throws PLACE_INVALID for names that are not UTF-8 */
export function decodeTags(bytes: Buffer, line: number): readonly string[] {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw placeInvalid(`the tags are not UTF-8: ${String(error)}`, line);
  }
  return text.split("\0").filter((tag) => tag !== "");
}

/** @throws PLACE_INVALID for bytes of another length */
export function decodeMaterialColors(bytes: Buffer, line: number): StoredValue {
  if (bytes.length !== MATERIAL_COLORS_SIZE)
    throw placeInvalid(`the colours of the terrain are ${bytes.length} bytes, not ${MATERIAL_COLORS_SIZE}`, line);
  const colors = TERRAIN_MATERIALS.map((material, index) => {
    const at = RESERVED_BYTES + 3 * index;
    return [material, [bytes.readUInt8(at), bytes.readUInt8(at + 1), bytes.readUInt8(at + 2)]] as const;
  });
  return { type: "MaterialColors", colors: Object.fromEntries(colors) };
}
