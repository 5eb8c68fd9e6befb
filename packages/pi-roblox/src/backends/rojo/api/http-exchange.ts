/**
 * One GET request to a listener that may be anything: bounded in time and size, redirects not followed, the connection
 * its own and gone afterwards. How it ended is a value; only an abort throws.
 */

import type { ClientRequest, IncomingMessage } from "node:http";
import { errnoOf } from "pi-extension-core/errors";
import type { Endpoint } from "./endpoint.ts";

export interface ExchangeHead {
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

function headOf(response: IncomingMessage): ExchangeHead {
  const [mediaType = ""] = (response.headers["content-type"] ?? "").split(";");
  return { status: response.statusCode ?? 0, contentType: mediaType.trim().toLowerCase() };
}

function failureOf(error: Error): ExchangeEnd {
  const errno = errnoOf(error) ?? "";
  if (NO_LISTENER.has(errno)) return { kind: "unreachable", detail: errno };
  return { kind: "broken", detail: error.message };
}

async function open(endpoint: Endpoint, path: string): Promise<ClientRequest> {
  const { request } = await import("node:http");
  const { host, port } = endpoint;
  return request({ host, port, path, agent: false, headers: { Accept: "application/msgpack, application/json" } });
}

/** @throws the reason of `signal`, and what `onChunk` throws */
export async function exchange(endpoint: Endpoint, path: string, options: ExchangeOptions): Promise<ExchangeEnd> {
  const { timeoutMs, maxBytes, signal, onChunk } = options;
  signal?.throwIfAborted();
  const request = await open(endpoint, path);
  const { promise, resolve, reject } = Promise.withResolvers<ExchangeEnd>();
  const onAbort = (): void => reject(signal?.reason);
  signal?.addEventListener("abort", onAbort);
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => resolve({ kind: "timed-out" }), timeoutMs);
  request.on("error", (error) => resolve(failureOf(error)));
  request.on("response", (response) => {
    const head = headOf(response);
    let size = 0;
    response.on("data", (chunk: Buffer) => {
      // Chunks that were read already still come after the end of an exchange.
      if (request.destroyed) return;
      size += chunk.length;
      try {
        if (size <= maxBytes) return onChunk(chunk, head);
        resolve({ kind: "too-large", maxBytes });
      } catch (error) {
        reject(error);
      }
      request.destroy();
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
    request.destroy();
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
