import { posixShim, windowsShim } from "testkit/executable";
import { describe, expect, it } from "vitest";

describe("shims", () => {
  it("quotes a path for sh, also one with a quote in it", () => {
    expect(posixShim("/opt/no de", "/tmp/Jane's dir/x.mjs")).toBe(
      `#!/bin/sh\nexec '/opt/no de' '/tmp/Jane'\\''s dir/x.mjs' "$@"\n`,
    );
  });

  it("finds its program beside itself on Windows and keeps percent signs", () => {
    expect(windowsShim("C:\\100%\\node.exe", "x.mjs")).toBe(`@"C:\\100%%\\node.exe" "%~dp0x.mjs" %*\r\n`);
  });
});
