/** The place tree as `luau/place/save.luau` writes it, which leaves empty tables out. Pure. */

import type { PlaceInstance, PlaceTree } from "../place/place-tree.ts";

type SavedInstance = Pick<PlaceInstance, "className" | "name" | "referent"> &
  Partial<Pick<PlaceInstance, "attributes" | "properties" | "tags">> & { readonly children?: readonly SavedInstance[] };

function complete(saved: SavedInstance): PlaceInstance {
  return {
    className: saved.className,
    name: saved.name,
    referent: saved.referent,
    properties: saved.properties ?? {},
    attributes: saved.attributes ?? {},
    tags: saved.tags ?? [],
    children: (saved.children ?? []).map(complete),
  };
}

/** @param value of an answer to `save` */
export function readSavedPlace(value: unknown): PlaceTree {
  // SAFETY: our own save.luau writes this form; JSON does not tell an empty object from an empty array.
  const { roots } = value as { readonly roots: readonly SavedInstance[] };
  return { roots: roots.map(complete) };
}
