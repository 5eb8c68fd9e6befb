import type { ServerResponse } from "node:http";
import { createServer } from "node:http";
import { createWorkspace, outsideProgram, rojoVersions } from "testkit";
import { describe, expect, it } from "vitest";
import { type Probe, probeServer } from "../../../../../src/backends/rojo/api/probe-server.ts";
import type { Encoding } from "../../../../../src/backends/rojo/api/server-info.ts";
import { serve } from "../../../../fixtures/backends/rojo/api/real-rojo.ts";
import { answer, encoded, standIn } from "../../../../fixtures/backends/rojo/api/stand-in-rojo.ts";
import { freePort, listen, rawListener, type TestListener } from "../../../../fixtures/backends/rojo/api/tcp-server.ts";
import { waitUntil } from "../../../../fixtures/backends/rojo/api/wait-until.ts";

const probe = ({ endpoint }: TestListener, timeoutMs = 5000): Promise<Probe> => probeServer(endpoint, { timeoutMs });

describe.each(rojoVersions)("a real server of version %s", (version) => {
  const rojo = outsideProgram("rojo", version);

  it.skipIf(rojo === undefined)(`is recognised with all that it says [needs rojo ${version}]`, async () => {
    await using project = await createWorkspace({
      files: {
        "default.project.json": JSON.stringify({
          name: "Проект",
          servePlaceIds: [123, 456],
          gameId: 7,
          placeId: 8,
          tree: { $className: "DataModel" },
        }),
      },
      awkwardPath: true,
    });
    await using server = await serve(rojo!, project.root);
    const found = await probeServer(server.endpoint, { timeoutMs: 5000 });
    expect(found).toMatchObject({
      kind: "rojo",
      server: {
        serverVersion: version,
        protocolVersion: version === "7.7.1" ? 5 : 4,
        projectName: "Проект",
        unexpectedPlaceIds: null,
        gameId: 7,
        placeId: 8,
        rootInstanceId: expect.stringMatching(/^[\da-f]{32}$/),
        sessionId: expect.stringMatching(/^[\da-f-]{36}$/),
        encoding: version === "7.7.1" ? "msgpack" : "json",
      },
    });
    const ids = found.kind === "rojo" ? found.server.expectedPlaceIds : null;
    expect(new Set(ids)).toEqual(new Set([123, 456]));
  });
});

it("finds nothing on a port that nobody listens on", async () => {
  const endpoint = { host: "127.0.0.1", port: await freePort() };
  expect(await probeServer(endpoint, { timeoutMs: 5000 })).toEqual({ kind: "nothing" });
});

it.each<[string, Encoding, string]>([
  ["MessagePack that is called JSON", "msgpack", "application/json"],
  ["JSON that is called MessagePack", "json", "application/msgpack; v=1"],
  ["JSON without a type", "json", ""],
])("recognises %s", async (_, encoding, contentType) => {
  const info = { sessionId: "s", serverVersion: "7.7.0", protocolVersion: 5, projectName: "p", rootInstanceId: "r" };
  await using server = await standIn({ handshake: answer(encoded(info, encoding), contentType) });
  expect(await probe(server)).toMatchObject({ kind: "rojo", server: { encoding, projectName: "p", placeId: null } });
});

const status =
  (code: number, headers: Record<string, string> = {}, body = "") =>
  (response: ServerResponse): void => {
    response.writeHead(code, headers).end(body);
  };

it("takes status 403 for a Rojo that refuses the host name", async () => {
  await using server = await standIn({ handshake: status(403) });
  expect(await probe(server)).toEqual({ kind: "host-refused" });
});

it("takes the bare 404 of Rojo 7.7.1 for a refusal, except under an address that it never refuses", async () => {
  await using server = await listen(
    createServer((_, response) => status(404, { "Content-Type": "text/plain" }, "Not Found")(response)),
    "localhost",
  );
  expect(await probe(server)).toEqual({ kind: "host-refused" });
  await using loopback = await standIn({ handshake: status(404, { "Content-Type": "text/plain" }, "Not Found") });
  expect(await probe(loopback)).toMatchObject({ kind: "foreign" });
});

it("does not follow a redirect, least of all one to itself", async () => {
  await using server = await standIn({ handshake: status(302, { Location: "/api/rojo" }) });
  expect(await probe(server)).toMatchObject({ kind: "foreign" });
  expect(server.total()).toBe(1);
});

it.each<[string, Uint8Array, string]>([
  ["a web page", Buffer.from("<!doctype html><title>Hello</title>"), "text/html"],
  ["JSON of something else", Buffer.from('{"status":"ok"}'), "application/json"],
  [
    "fields of wrong types",
    Buffer.from('{"sessionId":1,"serverVersion":[],"protocolVersion":"5"}'),
    "application/json",
  ],
  [
    "MessagePack that is cut off",
    encoded({ sessionId: "s", serverVersion: "7.7.0" }, "msgpack").subarray(0, 20),
    "application/msgpack",
  ],
  ["nothing in it", new Uint8Array(), "application/msgpack"],
])("calls a listener foreign whose answer is %s", async (_, body, contentType) => {
  await using server = await standIn({ handshake: answer(body, contentType) });
  expect(await probe(server)).toMatchObject({ kind: "foreign", detail: expect.any(String) });
});

it("cuts off an answer without end", async () => {
  await using server = await standIn({
    handshake: (response) => {
      response.writeHead(200, { "Content-Type": "application/json" });
      const more = (): void => {
        while (response.write(Buffer.alloc(65_536, "[")));
        response.once("drain", more);
      };
      more();
    },
  });
  expect(await probe(server)).toMatchObject({ kind: "foreign" });
  await waitUntil("the connection is gone", () => server.open() === 0);
});

it.each([
  ["another protocol", "SSH-2.0-OpenSSH_9.6\r\n"],
  ["an answer that is cut off", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"],
  ["headers without end", `HTTP/1.1 200 OK\r\n${"X-More: 1\r\n".repeat(10_000)}`],
  ["nothing before it hangs up", ""],
])("calls a listener foreign that sends %s", async (_, text) => {
  await using server = await rawListener((socket) => socket.end(text));
  expect(await probe(server)).toMatchObject({ kind: "foreign" });
});

it.each([
  ["says nothing", ""],
  ["sends a header byte by byte", "HTTP/1.1 200 OK\r\nX-Slow: "],
  ["sends a body byte by byte", "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"],
])("calls a listener silent that %s", async (_, beginning) => {
  await using server = await rawListener((socket) => {
    socket.write(beginning);
    const timer = setInterval(() => beginning !== "" && socket.write("a"), 20);
    socket.on("close", () => clearInterval(timer));
  });
  expect(await probe(server, 200)).toEqual({ kind: "silent" });
  await waitUntil("the connection is gone", () => server.open() === 0);
});

it("stops when it is aborted, before and while it waits", async () => {
  await using server = await rawListener(() => {});
  const abort = new AbortController();
  const probing = probeServer(server.endpoint, { timeoutMs: 60_000, signal: abort.signal });
  await waitUntil("it is connected", () => server.open() === 1);
  abort.abort();
  await expect(probing).rejects.toMatchObject({ name: "AbortError" });
  await waitUntil("the connection is gone", () => server.open() === 0);
  await expect(probeServer(server.endpoint, { timeoutMs: 60_000, signal: abort.signal })).rejects.toMatchObject({
    name: "AbortError",
  });
  expect(server.total()).toBe(1);
});
