/** A place or model as plain data, by the names that scripts use. Types only. */

import type { PlainValue } from "../luau/values/plain-value.ts";

/** What a file holds beyond the values of scripts. Bytes are in base64. */
export type StoredValue =
  /** Another instance of the same file, by its `referent`; null for none. */
  | { readonly type: "Ref"; readonly referent: string | null }
  /** An integer that a number cannot hold, as digits. */
  | { readonly type: "Int64"; readonly digits: string }
  | { readonly type: "BinaryString"; readonly bytes: string }
  | { readonly type: "SharedString"; readonly bytes: string }
  | { readonly type: "NetAssetRef"; readonly bytes: string }
  /** 32 hexadecimal digits. */
  | { readonly type: "UniqueId"; readonly id: string }
  /** A set of up to 64 bits, as the digits of a number. */
  | { readonly type: "SecurityCapabilities"; readonly bits: string }
  /** Of the terrain: red, green and blue (0 to 255) by material. */
  | { readonly type: "MaterialColors"; readonly colors: Readonly<Record<string, readonly [number, number, number]>> }
  /** A table like that of attributes, as style rules have. */
  | { readonly type: "Attributes"; readonly values: Readonly<Record<string, PlainValue>> };

export type PlaceValue = PlainValue | StoredValue;

export interface PlaceInstance {
  readonly className: string;
  readonly name: string;
  /** What references of the same file call it. Undefined where the file gives it none. */
  readonly referent: string | undefined;
  /**
   * By the name that scripts use. An older form of a property, such as Font, is there only where the file has none of
   * the properties that it became, such as FontFace. Name, attributes and tags are apart.
   */
  readonly properties: Readonly<Record<string, PlaceValue>>;
  readonly attributes: Readonly<Record<string, PlainValue>>;
  readonly tags: readonly string[];
  readonly children: readonly PlaceInstance[];
}

export interface PlaceTree {
  /** The services of a place, or the roots of a model. */
  readonly roots: readonly PlaceInstance[];
}
