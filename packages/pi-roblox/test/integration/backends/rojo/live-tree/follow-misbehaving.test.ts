import { describe, expect, it } from "vitest";
import type { WebSocket } from "ws";
import { digestOfSource } from "../../../../../src/backends/rojo/api/source-digest.ts";
import { type FollowOptions, followTree } from "../../../../../src/backends/rojo/live-tree/follow-tree.ts";
import type { LiveTree, LiveTreeState } from "../../../../../src/backends/rojo/live-tree/live-tree.ts";
import {
  answer,
  CHILD_ID,
  encoded,
  INSTANCES,
  packet,
  ROOT_ID,
  SESSION_ID,
  type StandInOptions,
  sourceChange,
  standIn,
  typeOf,
} from "../../../../fixtures/backends/rojo/api/stand-in-rojo.ts";
import type { TestListener } from "../../../../fixtures/backends/rojo/api/tcp-server.ts";
import { waitUntil } from "../../../../fixtures/backends/rojo/api/wait-until.ts";

const quick: FollowOptions = { rejoin: { firstDelayMs: 5, maxDelayMs: 20, maxStrikes: 3 }, handshakeTimeoutMs: 500 };
const until = (tree: LiveTree, kind: LiveTreeState["kind"]): Promise<void> =>
  waitUntil(`the tree is ${kind}, not ${JSON.stringify(tree.state())}`, () => tree.state().kind === kind);

/** Follows a stand-in for the time of a test, which must leave no connection. */
async function following(
  options: StandInOptions,
  test: (tree: LiveTree, server: TestListener) => Promise<void>,
  follow: FollowOptions = quick,
): Promise<void> {
  await using server = await standIn(options);
  const tree = followTree(server.endpoint, follow);
  try {
    await test(tree, server);
  } finally {
    await tree.close();
  }
  expect(tree.state()).toEqual({ kind: "ended" });
  await waitUntil("no connection is left", () => server.open() === 0);
}

const quiet = (): void => {};
const read = (instances: unknown, more: object = {}) =>
  answer(encoded({ sessionId: SESSION_ID, messageCursor: 0, instances, ...more }, "msgpack"), typeOf("msgpack"));
const root = INSTANCES[ROOT_ID]!;

describe("gives up on a server", () => {
  it.each<[string, StandInOptions]>([
    ["that is something else", { handshake: (response) => response.writeHead(200).end("hello") }],
    ["that redirects for ever", { read: (response, { url }) => response.writeHead(302, { Location: url }).end() }],
    [
      "whose tree is cut off",
      {
        read: answer(
          encoded({ sessionId: SESSION_ID, messageCursor: 0, instances: INSTANCES }, "msgpack").subarray(0, 200),
          typeOf("msgpack"),
        ),
      },
    ],
    ["whose tree has wrong types", { read: read({ a: { Id: 5 } }) }],
    ["whose tree has no root", { read: read({}) }],
    ["whose tree lacks an instance", { read: read({ [ROOT_ID]: root }) }],
    [
      "that answers in the other encoding",
      { read: answer(encoded({ sessionId: SESSION_ID }, "json"), typeOf("json")) },
    ],
    ["that has no WebSocket", {}],
    ["whose WebSocket closes at once", { onSocket: (socket) => socket.close() }],
    ["whose WebSocket is cut at once", { onSocket: (socket) => socket.terminate() }],
    ["whose WebSocket sends garbage", { onSocket: (socket) => socket.send(Buffer.from("garbage")) }],
    ["whose WebSocket sends text", { onSocket: (socket) => socket.send("text") }],
    [
      "that answers polls with nothing",
      {
        encoding: "json",
        subscribe: answer(encoded({ sessionId: SESSION_ID, messageCursor: 0, messages: [] }, "json"), typeOf("json")),
      },
    ],
    [
      "that answers polls with an error",
      { encoding: "json", subscribe: (response) => response.writeHead(500).end("{}") },
    ],
  ])("%s", async (_, options) => {
    await following(options, async (tree) => {
      await until(tree, "given-up");
      expect(tree.state()).toMatchObject({ reason: expect.stringMatching(/.+/) });
      expect(await tree.waitForSource(["A"], "x", { timeoutMs: 60_000 })).toBe("not-following");
    });
  });

  it("with more instances than the limit, at once", async () => {
    await following(
      { onSocket: quiet },
      async (tree, server) => {
        await until(tree, "given-up");
        expect(server.total()).toBe(2);
        expect(tree.current()).toBeUndefined();
      },
      { ...quick, limits: { maxInstances: 1 } },
    );
  });

  it("with an answer larger than the limit, at once and before it has come", async () => {
    await following(
      {
        read: (response) => {
          response.writeHead(200, { "Content-Type": "application/msgpack" });
          const more = (): void => {
            // A map that goes on and on: one key, one long text.
            while (response.write(Buffer.alloc(65_536, 0xdb)));
            response.once("drain", more);
          };
          response.write(Uint8Array.of(0xdf, 0xff, 0xff, 0xff, 0xff, 0xa1, 0x61, 0xdb, 0x7f, 0xff, 0xff, 0xff));
          more();
        },
      },
      async (tree, server) => {
        await until(tree, "given-up");
        expect(server.total()).toBe(2);
      },
      { ...quick, limits: { maxAnswerBytes: 1_000_000 } },
    );
  });

  it("that refuses the host name, at once", async () => {
    await following({ handshake: (response) => response.writeHead(403).end() }, async (tree, server) => {
      await until(tree, "given-up");
      expect(server.total()).toBe(1);
    });
  });

  it("that serves another project", async () => {
    await following(
      { onSocket: quiet },
      async (tree) => {
        await until(tree, "given-up");
        expect(tree.current()).toBeUndefined();
      },
      { ...quick, projectName: "mine" },
    );
  });
});

/** A stand-in whose WebSockets the test speaks through. */
function speaking(): { options: StandInOptions; sockets: WebSocket[] } {
  const sockets: WebSocket[] = [];
  return { options: { onSocket: (socket) => sockets.push(socket) }, sockets };
}

it("reads the tree again when something changed while it was read, because an old cursor may crash Rojo", async () => {
  const cursors = [3, 4, 4, 4];
  const sockets: string[] = [];
  const options: StandInOptions = {
    read: (response, request) => {
      const messageCursor = cursors.shift() ?? 4;
      read(INSTANCES, { messageCursor })(response, request);
    },
    onSocket: (_, request) => sockets.push(request.url ?? ""),
  };
  await following(options, async (tree) => {
    await until(tree, "following");
    expect(sockets).toEqual(["/api/socket/4"]);
    expect(cursors).toEqual([]);
  });
});

it("reads the tree anew when messages are missing", async () => {
  const { options, sockets } = speaking();
  await following(options, async (tree, server) => {
    await until(tree, "following");
    sockets[0]!.send(packet(5, [sourceChange("new")]));
    await waitUntil("the tree was read twice", () => sockets.length === 2 && tree.state().kind === "following");
    expect(tree.sourceHash(["A"])).toBe(digestOfSource("return 1\n"));
    expect(server.open()).toBe(1);
  });
});

it("reads the tree anew when a message does not fit, and shows no half of it", async () => {
  const { options, sockets } = speaking();
  await following(options, async (tree) => {
    await until(tree, "following");
    const seen: (number | undefined)[] = [];
    tree.onChange(() => seen.push(tree.current()?.size));
    sockets[0]!.send(packet(1, [{ removed: [CHILD_ID], added: {}, updated: [{ id: "x", changedName: "y" }] }]));
    await waitUntil("the tree was read twice", () => sockets.length === 2 && tree.state().kind === "following");
    expect(seen).toEqual([undefined, 2]);
  });
});

it("reads the tree anew when another run of the server speaks", async () => {
  const { options, sockets } = speaking();
  await following(options, async (tree) => {
    await until(tree, "following");
    sockets[0]!.send(packet(1, [sourceChange("new")], "another"));
    await waitUntil("the tree was read twice", () => sockets.length === 2 && tree.state().kind === "following");
    expect(tree.sourceHash(["A"])).toBe(digestOfSource("return 1\n"));
  });
});

it("passes over packets of unknown kinds and answers pings", async () => {
  const { options, sockets } = speaking();
  await following(options, async (tree) => {
    await until(tree, "following");
    let pongs = 0;
    sockets[0]!.on("pong", () => {
      pongs += 1;
    });
    sockets[0]!.ping("there?");
    sockets[0]!.send(encoded({ sessionId: SESSION_ID, packetType: "news", body: 1 }, "msgpack"));
    sockets[0]!.send(packet(1, [sourceChange("new")]));
    expect(await tree.waitForSource(["A"], digestOfSource("new"), { timeoutMs: 10_000 })).toBe("noticed");
    await waitUntil("the ping is answered", () => pongs === 1);
  });
});

it("leaves a server that gives no sign of life, though the connection stands", async () => {
  const { options, sockets } = speaking();
  await following(
    options,
    async (tree) => {
      await until(tree, "following");
      // Nothing is read any more, so no ping is answered.
      sockets[0]!.pause();
      await waitUntil("the tree was read twice", () => sockets.length === 2 && tree.state().kind === "following");
      expect(tree.current()?.size).toBe(2);
      // So that this side notices the end of the connection, too.
      sockets[0]!.resume();
    },
    { ...quick, heartbeatMs: 50 },
  );
});

it("keeps the last tree and says why it is stale while the server is away", async () => {
  let isAway = false;
  const { options, sockets } = speaking();
  const handshake: StandInOptions["handshake"] = (response) => {
    if (isAway) response.destroy();
    else
      answer(
        encoded(
          {
            sessionId: SESSION_ID,
            serverVersion: "7.7.1",
            protocolVersion: 5,
            projectName: "demo",
            rootInstanceId: ROOT_ID,
          },
          "msgpack",
        ),
        typeOf("msgpack"),
      )(response, response.req);
  };
  await following(
    { ...options, handshake },
    async (tree) => {
      await until(tree, "following");
      expect(tree.current()?.staleBecause).toBeUndefined();
      isAway = true;
      sockets[0]!.terminate();
      await until(tree, "reconnecting");
      expect(tree.current()).toMatchObject({ size: 2, staleBecause: expect.stringMatching(/.+/) });
      expect(await tree.waitForSource(["A"], digestOfSource("return 1\n"), { timeoutMs: 10 })).toBe("not-following");
      isAway = false;
      await until(tree, "following");
      expect(tree.current()?.staleBecause).toBeUndefined();
    },
    { ...quick, rejoin: { firstDelayMs: 5, maxDelayMs: 20, maxStrikes: 1000 } },
  );
});

describe("waiting for a source", () => {
  it("tells a text that is not there yet from a script that is not there", async () => {
    await following({ onSocket: quiet }, async (tree) => {
      await until(tree, "following");
      const wait = (path: string[], text: string) => tree.waitForSource(path, digestOfSource(text), { timeoutMs: 10 });
      expect(await wait(["A"], "return 1\r\n")).toBe("noticed");
      expect(await wait(["A"], "new")).toBe("other");
      expect(await wait(["B"], "new")).toBe("absent");
      expect(await wait([], "new")).toBe("absent");
    });
  });

  it("ends with the tree, and when it is aborted", async () => {
    await following({ onSocket: quiet }, async (tree) => {
      await until(tree, "following");
      const abort = new AbortController();
      const aborted = tree.waitForSource(["A"], "x", { timeoutMs: 60_000, signal: abort.signal });
      abort.abort();
      await expect(aborted).rejects.toMatchObject({ name: "AbortError" });
      const waiting = tree.waitForSource(["A"], "x", { timeoutMs: 60_000 });
      await tree.close();
      expect(await waiting).toBe("not-following");
    });
  });
});

it.each<[string, StandInOptions]>([
  ["while the handshake hangs", { handshake: quiet }],
  ["while the tree is on its way", { read: (response) => response.writeHead(200).write("x") }],
  ["while a poll waits", { encoding: "json" }],
  ["while the WebSocket is open", { onSocket: quiet }],
])("closes %s", async (_, options) => {
  await following(
    options,
    async (tree, server) => {
      await waitUntil("it is connected", () => server.open() === 1);
      await tree.close();
      expect(tree.state()).toEqual({ kind: "ended" });
      await tree.close();
    },
    { ...quick, handshakeTimeoutMs: 60_000 },
  );
});

it("hands the error of a listener to whoever closes it", async () => {
  await using server = await standIn({ onSocket: quiet });
  const tree = followTree(server.endpoint, quick);
  tree.onChange(() => {
    throw new Error("listener");
  });
  await until(tree, "following");
  await expect(tree.close()).rejects.toThrow("listener");
  await expect(tree.close()).resolves.toBeUndefined();
});
