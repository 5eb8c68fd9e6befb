import fc from "fast-check";
import { expect, it } from "vitest";
import { decodeBatch, decodeRead } from "../../../../../src/backends/rojo/live-tree/messages.ts";
import { attempt } from "../../../../fixtures/backends/rojo/api/attempt.ts";

// As Rojo 7.6.1 answers, with the digest where the text was.
const instance = {
  Id: "36e54c1f360f7044a7a8c81388c3c969",
  Parent: "05d5443121be9c970e12adce5f1a2b89",
  Name: "A",
  ClassName: "ModuleScript",
  Properties: { Source: { String: "digest" } },
  Children: [],
  Metadata: { ignoreUnknownInstances: false },
};
const sessionId = "b5a31f5a-9c02-4cf7-bc41-e66a1093ebfd";
const update = {
  id: "36e54c1f360f7044a7a8c81388c3c969",
  changedName: null,
  changedClassName: null,
  changedProperties: {},
  changedMetadata: null,
};
const message = { removed: ["r"], added: { [instance.Id]: instance }, updated: [update] };

it("reads the answer to a read", () => {
  expect(decodeRead({ sessionId, messageCursor: 3, instances: { [instance.Id]: instance } })).toEqual({
    sessionId,
    cursor: 3,
    instances: [
      {
        id: instance.Id,
        parent: instance.Parent,
        name: "A",
        className: "ModuleScript",
        sourceHash: "digest",
        children: [],
        ignoresUnknown: false,
      },
    ],
  });
});

it("reads the same messages from a long poll and from a packet of the WebSocket", () => {
  const messages = { messageCursor: 7, messages: [message] };
  const polled = decodeBatch({ sessionId, ...messages });
  expect(polled).toMatchObject({ sessionId, cursor: 7, patches: [{ removed: ["r"], updated: [{ name: undefined }] }] });
  expect(decodeBatch({ sessionId, packetType: "messages", body: messages })).toEqual(polled);
});

it("passes over packets of a kind that Rojo does not send yet", () => {
  expect(decodeBatch({ sessionId, packetType: "serialize", body: 5 })).toBeUndefined();
});

it("tells what an update changes from what it leaves", () => {
  const decode = (more: object): unknown =>
    decodeBatch({ sessionId, messageCursor: 1, messages: [{ ...message, updated: [{ ...update, ...more }] }] })
      ?.patches[0]?.updated[0];
  expect(decode({ changedName: "B", changedClassName: "Script" })).toMatchObject({ name: "B", className: "Script" });
  expect(decode({ changedProperties: { Source: { String: "new" } } })).toMatchObject({ sourceHash: "new" });
  expect(decode({ changedProperties: { Source: null } })).toMatchObject({ sourceHash: null });
  expect(decode({})).toMatchObject({ sourceHash: undefined, ignoresUnknown: undefined });
  expect(decode({ changedMetadata: { ignoreUnknownInstances: true } })).toMatchObject({ ignoresUnknown: true });
});

it("takes an instance without metadata, and one whose Source is no text", () => {
  const bare = { ...instance, Metadata: null, Properties: { Source: { BinaryString: 5 } } };
  expect(decodeRead({ sessionId, messageCursor: 0, instances: { a: bare } }).instances).toMatchObject([
    { ignoresUnknown: undefined, sourceHash: undefined },
  ]);
});

it.each([
  ["Id", 5],
  ["Id", ""],
  ["Parent", null],
  ["Name", Uint8Array.of(1)],
  ["ClassName", undefined],
  ["Children", {}],
  ["Children", [5]],
  ["Properties", []],
  ["Metadata", { ignoreUnknownInstances: "no" }],
])("refuses an instance whose %s is %j", (field, value) => {
  const instances = { a: { ...instance, [field]: value } };
  expect(() => decodeRead({ sessionId, messageCursor: 0, instances })).toThrow(
    expect.objectContaining({ code: "ROJO_ANSWER_INVALID" }),
  );
});

it.each([-1, 1.5, "3", null])("refuses %j as a cursor", (messageCursor) => {
  expect(() => decodeRead({ sessionId, messageCursor, instances: {} })).toThrow(
    expect.objectContaining({ code: "ROJO_ANSWER_INVALID" }),
  );
});

it("fails with a coded error alone on any value", () => {
  const fields = fc.constantFrom(
    "sessionId",
    "messageCursor",
    "instances",
    "messages",
    "body",
    "packetType",
    "added",
    "a",
  );
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(null, true, 1, "messages"),
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(fields, tie("value"), { maxKeys: 5 }),
    ),
  }));
  fc.assert(
    fc.property(value, (value) => {
      expect(() => attempt(() => decodeRead(value))).not.toThrow();
      expect(() => attempt(() => decodeBatch(value))).not.toThrow();
    }),
  );
});
