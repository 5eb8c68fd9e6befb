import { expect, it } from "vitest";
import { readServerInfo } from "../../../../../src/backends/rojo/api/server-info.ts";

const answer = {
  sessionId: "bb7d5b66-effb-4e4f-83ff-9b89da471446",
  serverVersion: "7.7.1",
  protocolVersion: 5,
  projectName: "demo",
  expectedPlaceIds: [5],
  unexpectedPlaceIds: null,
  gameId: null,
  placeId: 9,
  rootInstanceId: "14924b070bdbfd836e805948367ba66f",
};

it("takes over what a server says", () => {
  expect(readServerInfo(answer, "msgpack")).toEqual({ ...answer, encoding: "msgpack" });
});

it("reads what an older server leaves out as null", () => {
  const { unexpectedPlaceIds: _, ...older } = answer;
  expect(readServerInfo(older, "json")).toMatchObject({ unexpectedPlaceIds: null });
});

it("reads ids of 16 bytes as hex", () => {
  const id = Uint8Array.from({ length: 16 }, (_, index) => index);
  expect(readServerInfo({ ...answer, sessionId: id, rootInstanceId: id }, "msgpack")).toMatchObject({
    sessionId: "000102030405060708090a0b0c0d0e0f",
    rootInstanceId: "000102030405060708090a0b0c0d0e0f",
  });
});

it.each([
  ["sessionId", 5],
  ["sessionId", ""],
  ["sessionId", new Uint8Array(3)],
  ["serverVersion", undefined],
  ["protocolVersion", "5"],
  ["protocolVersion", -1],
  ["projectName", null],
  ["expectedPlaceIds", "all"],
  ["expectedPlaceIds", ["5"]],
  ["unexpectedPlaceIds", [2 ** 60]],
  ["placeId", 1.5],
  ["gameId", {}],
  ["rootInstanceId", null],
])("refuses an answer whose %s is %j", (field, value) => {
  expect(readServerInfo({ ...answer, [field]: value }, "json")).toEqual({ problem: expect.stringContaining(field) });
});

it.each([[null], [[]], ["text"], [3]])("refuses %j as an answer", (value) => {
  expect(readServerInfo(value, "json")).toHaveProperty("problem");
});
