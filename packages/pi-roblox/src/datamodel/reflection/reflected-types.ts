/** What Roblox's reflection data says of classes, properties and enums. Pure. */

export const classTags = [
  "Deprecated",
  "NotBrowsable",
  "NotCreatable",
  "NotReplicated",
  "PlayerReplicated",
  "Service",
] as const;
type ClassTag = (typeof classTags)[number];

export const propertyTags = [
  "Deprecated",
  "Hidden",
  "NotBrowsable",
  "NotReplicated",
  "NotScriptable",
  "ReadOnly",
  "WriteOnly",
] as const;
type PropertyTag = (typeof propertyTags)[number];

/**
 * What a script may do with a property, security aside: the data says nothing of capabilities, so a ReadWrite property
 * can still refuse. `Custom` is reached by other means than its name, as tags are by `AddTag`.
 */
export type Scriptability = "Custom" | "None" | "Read" | "ReadWrite" | "Write";

/** A type by the name that rbx-dom gives it, such as `Float32`, `Vector3` or `Ref`, or an enum by its name. */
export type PropertyType =
  | { readonly kind: "enum"; readonly name: string }
  | { readonly kind: "value"; readonly name: string };

/** How old data becomes new, by the names of rbx_reflection's `MigrationOperation`. */
export const migrationRules = [
  "BrickColorToColor",
  "ContentIdToContent",
  "CornerRadiusToCornerRadii",
  "FontToFontFace",
  "IgnoreGuiInsetToScreenInsets",
  "Int64ToContent",
] as const;
export type MigrationRule = (typeof migrationRules)[number];

/** What a property is in a place or model file. */
export type PropertyStorage =
  /** Written under `as`, which is the property's own name in most cases. */
  | { readonly kind: "serialized"; readonly as: string }
  /** Not written. */
  | { readonly kind: "transient" }
  /** Another name of the property `of`. */
  | { readonly kind: "alias"; readonly of: string }
  /** An older form of one or several properties, which hold its value. */
  | { readonly kind: "migrated"; readonly to: readonly string[]; readonly rule: MigrationRule };

export interface ReflectedProperty {
  readonly name: string;
  /** The class that declares it. */
  readonly owner: string;
  readonly type: PropertyType;
  readonly scriptability: Scriptability;
  readonly tags: readonly PropertyTag[];
  readonly storage: PropertyStorage;
}

export interface ReflectedClass {
  readonly name: string;
  /** Undefined for the root, `Object`. */
  readonly superclass: string | undefined;
  readonly tags: readonly ClassTag[];
  /** By name, those that the class itself declares. */
  readonly properties: ReadonlyMap<string, ReflectedProperty>;
}

export interface ReflectedEnumItem {
  readonly name: string;
  readonly value: number;
}

/**
 * A value as rbx-dom's serde derives write it: `type` is the name of the type, and `value` is plain data, such as
 * `[x, y, z]` of a Vector3, `[[x, y, z], [[r00, r01, r02], ...]]` of a CFrame or the number of an Enum. Bytes are a
 * string in base64, and integers that a number cannot hold a string of digits.
 */
export interface ReflectedValue {
  readonly type: string;
  readonly value: unknown;
}
