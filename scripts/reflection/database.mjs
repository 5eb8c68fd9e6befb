/** The reflection data as the crate keeps it: MessagePack of tuples, as rbx_reflection's serde derives write them. */

import { decode } from "@msgpack/msgpack";

/**
 * @typedef {"Serializes" | "DoesNotSerialize"} PlainSerialization
 * @typedef {PlainSerialization | {SerializesAs: string} | {Migrate: [to: string | string[], rule: string]}} Serialization
 * @typedef {{Canonical: [Serialization]} | {Alias: [string]}} Kind
 * @typedef {{Value: string} | {Enum: string}} DataType
 * @typedef {[name: string, access: string, type: DataType, tags: string[], kind: Kind]} Property
 * @typedef {Record<string, Record<string, unknown>>} Defaults by property: one key, the type, with the value
 * @typedef {[name: string, tags: string[], superclass: string | null, properties: Record<string, Property>,
 *   defaults: Defaults]} Class
 * @typedef {[name: string, items: Record<string, number>]} Enum
 * @typedef {[version: number[], classes: Record<string, Class>, enums: Record<string, Enum>]} Database
 */

/** @param {Uint8Array} bytes @returns {Database} */
export function decodeDatabase(bytes) {
  // Without big integers, a 64-bit one would lose its last digits.
  return /** @type {Database} */ (decode(bytes, { useBigInt64: true }));
}
