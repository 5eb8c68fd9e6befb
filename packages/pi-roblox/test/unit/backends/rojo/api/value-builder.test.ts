import { encode } from "@msgpack/msgpack";
import { expect, it } from "vitest";
import { DocumentReader } from "../../../../../src/backends/rojo/api/decode-document.ts";
import type { Encoding } from "../../../../../src/backends/rojo/api/server-info.ts";
import { digestOfSource } from "../../../../../src/backends/rojo/api/source-digest.ts";
import { buildRules } from "../../../../../src/backends/rojo/live-tree/build-rules.ts";

const rules = buildRules({ maxInstances: 10, maxAnswerBytes: 1000 });
const encodings: readonly Encoding[] = ["json", "msgpack"];

function build(value: unknown, encoding: Encoding): unknown {
  const reader = new DocumentReader(encoding, rules);
  reader.feed(encoding === "json" ? Buffer.from(JSON.stringify(value)) : encode(value));
  return reader.finish();
}

it.each(encodings)("keeps of all properties only the digest of the Source [%s]", (encoding) => {
  const instance = {
    Id: "a",
    Properties: {
      Attributes: { Attributes: { Source: { String: "not this" }, deep: [[{ a: [1] }]] } },
      Source: { String: "return 1\r\n" },
      Tags: { Tags: ["x"] },
      Archivable: { Bool: true },
    },
    Children: ["b"],
    Metadata: { ignoreUnknownInstances: true },
  };
  expect(build({ instances: { a: instance } }, encoding)).toEqual({
    instances: { a: { ...instance, Properties: { Source: { String: digestOfSource("return 1\n") } } } },
  });
});

it.each(encodings)("tells a Source that was taken away from one that did not change [%s]", (encoding) => {
  const updates = [{ changedProperties: { Source: null } }, { changedProperties: {} }];
  expect(build(updates, encoding)).toEqual(updates);
});

it.each(encodings)("digests a Source of any length, but keeps no name beyond the limit [%s]", (encoding) => {
  const long = "x".repeat(100_000);
  expect(build({ Properties: { Source: { String: long } } }, encoding)).toEqual({
    Properties: { Source: { String: digestOfSource(long) } },
  });
  expect(() => build({ Name: long }, encoding)).toThrow(expect.objectContaining({ code: "LIMIT_EXCEEDED" }));
});

it.each(encodings)("stops at more values than the tree may hold [%s]", (encoding) => {
  expect(() => build(Array<number>(1000).fill(1), encoding)).toThrow(
    expect.objectContaining({ code: "LIMIT_EXCEEDED" }),
  );
});
