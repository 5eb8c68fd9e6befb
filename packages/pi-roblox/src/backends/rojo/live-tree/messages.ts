/**
 * What a server tells of its tree, checked field by field. Names and types are those of Rojo 7.7.1 web/interface.rs
 * (`ReadResponse`, `SubscribeMessage`, `SocketPacket`) and of 7.6.1 (`SubscribeResponse`). Pure.
 */

import { robloxError } from "../../../errors.ts";
import { idText } from "../api/server-info.ts";

export interface InstanceRecord {
  readonly id: string;
  readonly parent: string;
  readonly name: string;
  readonly className: string;
  /** Digest of the Source, undefined where there is none. */
  readonly sourceHash: string | undefined;
  readonly children: readonly string[];
  /** Undefined where the server does not tell. */
  readonly ignoresUnknown: boolean | undefined;
}

/** What changed of one instance; undefined is unchanged. */
export interface InstanceUpdate {
  readonly id: string;
  readonly name: string | undefined;
  readonly className: string | undefined;
  /** null where the Source was taken away. */
  readonly sourceHash: string | null | undefined;
  readonly ignoresUnknown: boolean | undefined;
}

/** One change of files as it changed the tree. */
export interface TreePatch {
  /** Each with its whole subtree. */
  readonly removed: readonly string[];
  /** New instances and all below them, in no order. */
  readonly added: readonly InstanceRecord[];
  readonly updated: readonly InstanceUpdate[];
}

export interface ReadAnswer {
  readonly sessionId: string;
  /** How many messages the server had made when it answered. */
  readonly cursor: number;
  readonly instances: readonly InstanceRecord[];
}

export interface MessageBatch {
  readonly sessionId: string;
  /** After the last of `patches`. */
  readonly cursor: number;
  readonly patches: readonly TreePatch[];
}

type Fields = Readonly<Record<string, unknown>>;

const nonsense = (field: string): Error =>
  robloxError("ROJO_ANSWER_INVALID", `The answer of the server has no usable ${field}`, {
    hint: "Check that the port belongs to rojo serve, of version 7.4 or newer.",
    data: { field },
  });

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);

function fieldsOf(value: unknown, field: string): Fields {
  if (!isFields(value)) throw nonsense(field);
  return value;
}

function listOf(value: unknown, field: string): readonly unknown[] {
  if (!Array.isArray(value)) throw nonsense(field);
  return value;
}

function id(value: unknown, field: string): string {
  const text = idText(value);
  if (text === undefined) throw nonsense(field);
  return text;
}

function text(value: unknown, field: string): string {
  if (typeof value !== "string") throw nonsense(field);
  return value;
}

const optionalText = (value: unknown, field: string): string | undefined =>
  value === undefined || value === null ? undefined : text(value, field);

function cursorOf(fields: Fields): number {
  const { messageCursor } = fields;
  if (!Number.isSafeInteger(messageCursor) || Number(messageCursor) < 0) throw nonsense("messageCursor");
  return Number(messageCursor);
}

function ignoresUnknownOf(metadata: unknown): boolean | undefined {
  if (metadata === undefined || metadata === null) return undefined;
  const { ignoreUnknownInstances } = fieldsOf(metadata, "metadata");
  if (typeof ignoreUnknownInstances !== "boolean") throw nonsense("ignoreUnknownInstances");
  return ignoreUnknownInstances;
}

/**
 * The digest that the reader put in the place of the text, wrapped by the type of the value: `{String: digest}`.
 * @returns null for a Source that is null, undefined where there is none
 */
function sourceHashOf(properties: unknown): string | null | undefined {
  if (properties === undefined || properties === null) return undefined;
  const { Source: source } = fieldsOf(properties, "properties");
  if (source === undefined || source === null) return source;
  const [digest] = Object.values(fieldsOf(source, "Source"));
  return typeof digest === "string" ? digest : undefined;
}

function instanceOf(value: unknown): InstanceRecord {
  const fields = fieldsOf(value, "instance");
  return {
    id: id(fields["Id"], "Id"),
    parent: id(fields["Parent"], "Parent"),
    name: text(fields["Name"], "Name"),
    className: text(fields["ClassName"], "ClassName"),
    sourceHash: sourceHashOf(fields["Properties"]) ?? undefined,
    children: listOf(fields["Children"], "Children").map((child) => id(child, "Children")),
    ignoresUnknown: ignoresUnknownOf(fields["Metadata"]),
  };
}

function updateOf(value: unknown): InstanceUpdate {
  const fields = fieldsOf(value, "update");
  return {
    id: id(fields["id"], "id"),
    name: optionalText(fields["changedName"], "changedName"),
    className: optionalText(fields["changedClassName"], "changedClassName"),
    sourceHash: sourceHashOf(fields["changedProperties"]),
    ignoresUnknown: ignoresUnknownOf(fields["changedMetadata"]),
  };
}

const instancesOf = (value: unknown, field: string): readonly InstanceRecord[] =>
  Object.values(fieldsOf(value, field)).map(instanceOf);

function patchOf(value: unknown): TreePatch {
  const fields = fieldsOf(value, "message");
  return {
    removed: listOf(fields["removed"], "removed").map((removed) => id(removed, "removed")),
    added: instancesOf(fields["added"], "added"),
    updated: listOf(fields["updated"], "updated").map(updateOf),
  };
}

/** The answer to `/api/read`. @throws ROJO_ANSWER_INVALID */
export function decodeRead(value: unknown): ReadAnswer {
  const fields = fieldsOf(value, "answer");
  return {
    sessionId: id(fields["sessionId"], "sessionId"),
    cursor: cursorOf(fields),
    instances: instancesOf(fields["instances"], "instances"),
  };
}

/**
 * The answer to `/api/subscribe`, or a packet of `/api/socket`, which has the same in its `body`.
 * @returns undefined for a packet of a kind that Rojo does not send yet
 * @throws ROJO_ANSWER_INVALID
 */
export function decodeBatch(value: unknown): MessageBatch | undefined {
  const fields = fieldsOf(value, "answer");
  const { packetType } = fields;
  if (packetType !== undefined && packetType !== "messages") return undefined;
  const body = packetType === undefined ? fields : fieldsOf(fields["body"], "body");
  return {
    sessionId: id(fields["sessionId"], "sessionId"),
    cursor: cursorOf(body),
    patches: listOf(body["messages"], "messages").map(patchOf),
  };
}
