/** The tree of a big project out of the answer of `rojo serve`, against decoding the answer whole and hashing its sources. */

import { createHash } from "node:crypto";
import { decode, encode } from "@msgpack/msgpack";
import { DocumentReader } from "../../../packages/pi-roblox/src/backends/rojo/api/decode-document.ts";
import { buildRules } from "../../../packages/pi-roblox/src/backends/rojo/live-tree/build-rules.ts";
import { InstanceTree } from "../../../packages/pi-roblox/src/backends/rojo/live-tree/instance-tree.ts";
import { decodeRead } from "../../../packages/pi-roblox/src/backends/rojo/live-tree/messages.ts";
import {
  BIG_ROOT_ID,
  bigInstances,
} from "../../../packages/pi-roblox/test/fixtures/backends/rojo/live-tree/big-project.ts";

const FOLDERS = 100;
const CHUNK_BYTES = 65_536;
const limits = { maxInstances: 200_000, maxAnswerBytes: 512 << 20 };

/** @param {Uint8Array} body @param {"json" | "msgpack"} encoding */
function streamed(body, encoding) {
  const reader = new DocumentReader(encoding, buildRules(limits));
  for (let at = 0; at < body.length; at += CHUNK_BYTES) reader.feed(body.subarray(at, at + CHUNK_BYTES));
  return new InstanceTree(BIG_ROOT_ID, decodeRead(reader.finish()).instances, limits.maxInstances);
}

/** @param {{instances: Record<string, {Properties: {Source?: {String: string}}}>}} answer */
function hashed({ instances }) {
  return Object.values(instances).map(({ Properties: { Source } }) =>
    Source === undefined ? undefined : createHash("sha256").update(Source.String).digest("hex"),
  );
}

/** @param {"json" | "msgpack"} encoding @returns {import("../measure.mjs").Benchmark} */
const liveTree = (encoding) => ({
  name: `live-tree-${encoding}`,
  figure: "tree with digests, streamed",
  yardstick: "decoding the whole, and SHA-256",
  unit: "10,000 scripts, 60 MB",
  rounds: 7,
  async prepare() {
    const answer = { sessionId: "bench", messageCursor: 0, instances: bigInstances(FOLDERS) };
    const body = encoding === "json" ? Buffer.from(JSON.stringify(answer)) : encode(answer);
    const whole = () => (encoding === "json" ? JSON.parse(Buffer.from(body).toString()) : decode(body));
    return {
      figure: async () => streamed(body, encoding),
      yardstick: async () => hashed(whole()),
      dispose: async () => {},
    };
  },
});

export const liveTreeJson = liveTree("json");
export const liveTreeMessagePack = liveTree("msgpack");
