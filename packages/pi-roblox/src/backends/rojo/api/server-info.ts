/**
 * What `GET /api/rojo` tells of a server, checked: anything may listen on a port. Field names and types are those of
 * `ServerInfoResponse` in Rojo 7.7.1 web/interface.rs; 7.4 has fewer. Pure.
 */

export type Encoding = "json" | "msgpack";

export interface ServerInfo {
  /** New for every start of a server. */
  readonly sessionId: string;
  readonly serverVersion: string;
  /** 4 up to Rojo 7.6, 5 from 7.7. */
  readonly protocolVersion: number;
  /** The only identity that a server offers: two projects of one name are not told apart. */
  readonly projectName: string;
  /** `servePlaceIds` of the project: the plugin connects only in these places. */
  readonly expectedPlaceIds: readonly number[] | null;
  readonly unexpectedPlaceIds: readonly number[] | null;
  readonly gameId: number | null;
  readonly placeId: number | null;
  readonly rootInstanceId: string;
  readonly encoding: Encoding;
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

/** Ids are text in JSON and in what Rojo 7.7.1 writes, 16 bytes in MessagePack's compact form. */
export function idText(value: unknown): string | undefined {
  if (typeof value === "string") return value === "" ? undefined : value;
  return value instanceof Uint8Array && value.length === 16 ? Buffer.from(value).toString("hex") : undefined;
}

/** @returns what is wrong, where it is no answer of Rojo's */
export function readServerInfo(value: unknown, encoding: Encoding): ServerInfo | { readonly problem: string } {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return { problem: "no object" };
  const fields = new Map<string, unknown>(Object.entries(value));
  let problem: string | undefined;
  const need = <T>(name: string, read: (value: unknown) => T | undefined, missing: T): T => {
    const found = read(fields.get(name));
    if (found === undefined) problem ??= `no usable ${name}`;
    return found ?? missing;
  };
  const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
  const whole = (value: unknown): number | undefined => (isId(value) ? value : undefined);
  // undefined in `optional` stands for a wrong value, a missing one is null.
  const optional = (value: unknown): number | null | undefined =>
    value === undefined ? null : (whole(value) ?? (value === null ? null : undefined));
  const list = (value: unknown): readonly number[] | null | undefined => {
    if (value === undefined || value === null) return null;
    return Array.isArray(value) && value.every(isId) ? value : undefined;
  };
  const info: ServerInfo = {
    sessionId: need("sessionId", idText, ""),
    serverVersion: need("serverVersion", text, ""),
    protocolVersion: need("protocolVersion", whole, 0),
    projectName: need("projectName", text, ""),
    expectedPlaceIds: need("expectedPlaceIds", list, null),
    unexpectedPlaceIds: need("unexpectedPlaceIds", list, null),
    gameId: need("gameId", optional, null),
    placeId: need("placeId", optional, null),
    rootInstanceId: need("rootInstanceId", idText, ""),
    encoding,
  };
  return problem === undefined ? info : { problem };
}
