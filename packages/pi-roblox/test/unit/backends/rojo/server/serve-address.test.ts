import { describe, expect, it } from "vitest";
import { serveAddress } from "../../../../../src/backends/rojo/server/serve-address.ts";
import { extraArgsApproval, serveArgs } from "../../../../../src/backends/rojo/server/serve-command.ts";

describe("the address of a server", () => {
  it.each([
    [undefined, "127.0.0.1", "127.0.0.1", "127.0.0.1:34872"],
    ["localhost", "127.0.0.1", "127.0.0.1", "127.0.0.1:34872"],
    ["LOCALHOST", "127.0.0.1", "127.0.0.1", "127.0.0.1:34872"],
    ["0.0.0.0", "0.0.0.0", "127.0.0.1", "0.0.0.0:34872"],
    ["::", "::", "::1", "[::]:34872"],
    ["[::1]", "::1", "::1", "[::1]:34872"],
    ["192.168.1.5", "192.168.1.5", "192.168.1.5", "192.168.1.5:34872"],
  ])("%s is listened on and reached", (address, bind, host, text) => {
    expect(serveAddress(address)).toEqual({ bind, endpoint: { host, port: 34_872 }, text });
  });

  it.each(["", "example.com", "127.0.0.1:34872", "http://127.0.0.1", "--help", "1.2.3"])(
    "%j is refused, because Rojo takes IP addresses only",
    (address) => {
      expect(() => serveAddress(address)).toThrow(expect.objectContaining({ code: "CONFIG_INVALID" }));
    },
  );

  it.each([0, -1, 65_536, 1.5, Number.NaN])("cannot have port %d", (port) => {
    expect(() => serveAddress("127.0.0.1", port)).toThrow(expect.objectContaining({ code: "CONFIG_INVALID" }));
  });
});

describe("the command line of a server", () => {
  it("names project, address and port, and then what the user adds", () => {
    expect(
      serveArgs("/p/default.project.json", serveAddress("localhost", 4000), ["--allowed-hosts", "pc.lan"]),
    ).toEqual([
      "serve",
      "/p/default.project.json",
      "--address",
      "127.0.0.1",
      "--port",
      "4000",
      "--color",
      "never",
      "--allowed-hosts",
      "pc.lan",
    ]);
  });

  it.each([[["--port", "1"]], [["--port=1"]], [["-v", "--address=::"]], [["other.project.json"]], [["--"]], [["-"]]])(
    "refuses %j",
    (extraArgs) => {
      expect(() => serveArgs("/p", serveAddress(), extraArgs)).toThrow(
        expect.objectContaining({ code: "CONFIG_INVALID" }),
      );
    },
  );

  it("needs approval for what a project adds, and for nothing else", () => {
    const source = { file: "/p/.pi/roblox.json", fingerprint: `sha256:${"0".repeat(64)}` } as const;
    const place = { projectRoot: "/p", projectFolder: "/p/game", source };
    expect(extraArgsApproval("/bin/rojo", [], place)).toBeUndefined();
    expect(extraArgsApproval("/bin/rojo", ["-vv"], place)).toMatchObject({
      projectRoot: "/p",
      command: { executable: "/bin/rojo", args: ["serve", "-vv"], cwd: "/p/game" },
    });
  });
});
