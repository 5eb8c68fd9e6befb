/** The plain form of a Roblox value, as `values/registry.luau` writes and reads it: whatever JSON can hold, without loss. */

/** A finite number other than -0, or one that JSON cannot hold. */
export type PlainNumber = number | { readonly type: "number"; readonly value: "inf" | "-inf" | "nan" | "-0" };

/** Text, or bytes that are not UTF-8 as hexadecimal digits. */
export type PlainString = string | { readonly type: "string"; readonly hex: string };

interface Vector2Fields {
  readonly x: PlainNumber;
  readonly y: PlainNumber;
}

interface Vector3Fields extends Vector2Fields {
  readonly z: PlainNumber;
}

interface NumberKeypointFields {
  readonly time: PlainNumber;
  readonly value: PlainNumber;
  readonly envelope: PlainNumber;
}

interface ColorFields {
  readonly r: PlainNumber;
  readonly g: PlainNumber;
  readonly b: PlainNumber;
}

interface ColorKeypointFields extends ColorFields {
  readonly time: PlainNumber;
}

/** The fields beside `type`, by type name. */
interface PlainFields {
  readonly Vector2: Vector2Fields;
  readonly Vector3: Vector3Fields;
  readonly Vector2int16: Vector2Fields;
  readonly Vector3int16: Vector3Fields;
  /** x, y, z, then the matrix row by row. */
  readonly CFrame: { readonly components: readonly PlainNumber[] };
  readonly Color3: ColorFields;
  readonly UDim: { readonly scale: PlainNumber; readonly offset: number };
  readonly UDim2: {
    readonly xScale: PlainNumber;
    readonly xOffset: number;
    readonly yScale: PlainNumber;
    readonly yOffset: number;
  };
  readonly Rect: {
    readonly minX: PlainNumber;
    readonly minY: PlainNumber;
    readonly maxX: PlainNumber;
    readonly maxY: PlainNumber;
  };
  readonly NumberRange: { readonly min: PlainNumber; readonly max: PlainNumber };
  readonly NumberSequence: { readonly keypoints: readonly NumberKeypointFields[] };
  readonly NumberSequenceKeypoint: NumberKeypointFields;
  readonly ColorSequence: { readonly keypoints: readonly ColorKeypointFields[] };
  readonly ColorSequenceKeypoint: ColorKeypointFields;
  /** The number decides; the name is for readers. */
  readonly BrickColor: { readonly number: number; readonly name?: string };
  /** The name decides; the value is used where the enum has no such name. */
  readonly EnumItem: { readonly enum: string; readonly name: string; readonly value?: number };
  readonly Font: { readonly family: PlainString; readonly weight: string; readonly style: string };
  readonly Faces: { readonly members: readonly string[] };
  readonly Axes: { readonly members: readonly ("X" | "Y" | "Z")[] };
  readonly PhysicalProperties: {
    readonly density: PlainNumber;
    readonly friction: PlainNumber;
    readonly elasticity: PlainNumber;
    readonly frictionWeight: PlainNumber;
    readonly elasticityWeight: PlainNumber;
    readonly acousticAbsorption: PlainNumber;
  };
  readonly Ray: { readonly origin: Vector3Fields; readonly direction: Vector3Fields };
  readonly Region3: { readonly min: Vector3Fields; readonly max: Vector3Fields };
  readonly Region3int16: { readonly min: Vector3Fields; readonly max: Vector3Fields };
  /** `object` is what the caller's encoder made of it. */
  readonly Content: {
    readonly sourceType: "None" | "Uri" | "Object";
    readonly uri?: PlainString;
    readonly object?: { readonly type: string };
  };
  readonly DateTime: { readonly unixTimestampMillis: number };
  readonly TweenInfo: {
    readonly time: PlainNumber;
    readonly easingStyle: string;
    readonly easingDirection: string;
    readonly repeatCount: number;
    readonly reverses: boolean;
    readonly delayTime: PlainNumber;
  };
}

export type PlainTypeName = keyof PlainFields;

/** The plain form of a value of one type. */
export type PlainObject<T extends PlainTypeName = PlainTypeName> = {
  readonly [K in T]: { readonly type: K } & PlainFields[K];
}[T];

export type PlainValue = PlainObject | PlainNumber | PlainString | boolean | null;
