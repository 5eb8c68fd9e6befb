import { delimiter } from "node:path";
import { buildPiEnv } from "testkit/pi/environment";
import { describe, expect, it } from "vitest";

const directories = {
  stateDir: "/state",
  agentDir: "/state/agent",
  homeDir: "/state/home",
  tempDir: "/state/tmp",
  fauxDir: "/state/faux",
};

describe("buildPiEnv", () => {
  it("lets nothing pass that is not on the allow-list", () => {
    const env = buildPiEnv(
      { GEMINI_API_KEY: "secret", LANG: "C", PATH: "/bin" },
      directories,
      {},
      "/node/bin/node",
      "/c",
    );
    expect(env).not.toHaveProperty("GEMINI_API_KEY");
    expect(env["LANG"]).toBe("C");
  });

  it("puts the Node that runs Pi first on PATH", () => {
    const env = buildPiEnv({ Path: "/bin" }, directories, {}, "/node/bin/node", "/c");
    expect(env["PATH"]).toBe(`/node/bin${delimiter}/bin`);
  });

  it("gives Pi a home and an agent folder of its own and no network", () => {
    const env = buildPiEnv({ HOME: "/home/me" }, directories, {}, "/node/bin/node", "/c");
    expect(env).toMatchObject({ HOME: "/state/home", PI_CODING_AGENT_DIR: "/state/agent", PI_OFFLINE: "1" });
  });

  it("lets the caller add, replace and remove names", () => {
    const extra = { KEY: "value", HOME: "/mine", LANG: undefined };
    const env = buildPiEnv({ LANG: "C" }, directories, extra, "/node/bin/node", "/c");
    expect(env).toMatchObject({ KEY: "value", HOME: "/mine" });
    expect(env).not.toHaveProperty("LANG");
  });
});
