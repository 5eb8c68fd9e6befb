/**
 * One GET request to a listener that may be anything: bounded in time and size, redirects not followed, the connection
 * its own and gone afterwards. How it ended is a value; only an abort throws.
 */

import type { ClientRequest, IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { errnoOf } from "pi-extension-core/errors";
import type { Endpoint } from "./endpoint.ts";

interface ExchangeHead {
  readonly status: number;
  /** Media type in lower case without parameters; empty when there is none. */
  readonly contentType: string;
}

export type ExchangeEnd =
  | { readonly kind: "complete"; readonly head: ExchangeHead }
  /** Nobody listens there. */
  | { readonly kind: "unreachable"; readonly detail: string }
  | { readonly kind: "timed-out" }
  | { readonly kind: "too-large"; readonly maxBytes: number }
  /** Someone listens, but what came is no whole HTTP answer. */
  | { readonly kind: "broken"; readonly detail: string };

export interface ExchangeOptions {
  /** For the whole exchange; undefined waits for as long as the connection lives, as a long poll does. */
  readonly timeoutMs: number | undefined;
  /** Of the body. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
  /** Gets the body as it comes. What it throws ends the exchange and is thrown on. */
  readonly onChunk: (chunk: Uint8Array, head: ExchangeHead) => void;
}

/** Codes that mean: there was no listener to talk to. */
const NO_LISTENER = new Set(["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN"]);

const ACCEPTED = "application/msgpack, application/json";

function headOf(response: IncomingMessage): ExchangeHead {
  const [mediaType = ""] = (response.headers["content-type"] ?? "").split(";");
  return { status: response.statusCode ?? 0, contentType: mediaType.trim().toLowerCase() };
}

function failureOf(error: Error): ExchangeEnd {
  const errno = errnoOf(error) ?? "";
  if (NO_LISTENER.has(errno)) return { kind: "unreachable", detail: errno };
  return { kind: "broken", detail: error.message };
}

/**
 * To be asked for as soon as there is a connection.
 * @returns ends it, and resolves when the system has it no more. The `closed` of a socket is true too soon for that.
 */
export function endOf(connection: ClientRequest | Duplex): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  connection.once("close", resolve);
  return () => {
    connection.destroy();
    return promise;
  };
}

/** @throws the reason of `signal`, and what `onChunk` throws */
export async function exchange(endpoint: Endpoint, path: string, options: ExchangeOptions): Promise<ExchangeEnd> {
  const { timeoutMs, maxBytes, signal, onChunk } = options;
  const http = await import("node:http");
  signal?.throwIfAborted();
  const { host, port } = endpoint;
  const request = http.request({ host, port, path, agent: false, headers: { Accept: ACCEPTED } });
  const end = endOf(request);
  const { promise, resolve, reject } = Promise.withResolvers<ExchangeEnd>();
  const onAbort = (): void => reject(signal?.reason);
  signal?.addEventListener("abort", onAbort);
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => resolve({ kind: "timed-out" }), timeoutMs);
  request.on("error", (error) => resolve(failureOf(error)));
  request.on("response", (response) => {
    const head = headOf(response);
    let size = 0;
    let isOver = false;
    response.on("data", (chunk: Buffer) => {
      // Chunks that were read already still come after the end of an exchange.
      if (isOver) return;
      size += chunk.length;
      try {
        if (size <= maxBytes) return onChunk(chunk, head);
        resolve({ kind: "too-large", maxBytes });
      } catch (error) {
        reject(error);
      }
      isOver = true;
    });
    response.on("end", () => resolve({ kind: "complete", head }));
    response.on("error", (error) => resolve(failureOf(error)));
  });
  request.end();
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
    await end();
  }
}

export interface Answer extends ExchangeHead {
  readonly body: Uint8Array;
}

/** An exchange whose body is small enough to keep. */
export async function getWhole(
  endpoint: Endpoint,
  path: string,
  options: Omit<ExchangeOptions, "onChunk">,
): Promise<Exclude<ExchangeEnd, { kind: "complete" }> | ({ readonly kind: "complete" } & Answer)> {
  const chunks: Uint8Array[] = [];
  const end = await exchange(endpoint, path, { ...options, onChunk: (chunk) => chunks.push(chunk) });
  return end.kind === "complete" ? { kind: "complete", ...end.head, body: Buffer.concat(chunks) } : end;
}
