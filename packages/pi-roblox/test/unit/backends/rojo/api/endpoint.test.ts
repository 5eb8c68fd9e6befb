import { expect, it } from "vitest";
import { authorityOf, isLoopback, normalizeHost } from "../../../../../src/backends/rojo/api/endpoint.ts";

it.each([
  ["localhost", "127.0.0.1"],
  ["LocalHost", "127.0.0.1"],
  ["0.0.0.0", "127.0.0.1"],
  ["127.0.0.1", "127.0.0.1"],
  ["::", "::1"],
  ["[::]", "::1"],
  ["0:0:0:0:0:0:0:0", "::1"],
  ["[::1]", "::1"],
  ["FE80::0001", "fe80::1"],
  ["192.168.1.5", "192.168.1.5"],
  ["my-pc.lan", "my-pc.lan"],
  ["constructor", "constructor"],
  ["not an:address", "not an:address"],
])("connects to %j as %j", (address, host) => {
  expect(normalizeHost(address)).toBe(host);
});

it("writes an IPv6 address with brackets where a port follows", () => {
  expect(authorityOf({ host: "::1", port: 34872 })).toBe("[::1]:34872");
  expect(authorityOf({ host: "127.0.0.1", port: 34872 })).toBe("127.0.0.1:34872");
});

it("takes loopback addresses of both families as such, and no names that look like one", () => {
  expect(["127.0.0.1", "127.8.9.10", "::1"].every(isLoopback)).toBe(true);
  expect(["127.example.org", "10.0.0.1", "localhost.evil", "::2"].some(isLoopback)).toBe(false);
});
