import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatQuestion } from "../../../src/approval/approval-dialog.ts";
import type { ApprovalCommand, ApprovalRequest } from "../../../src/approval/approval-request.ts";
import type { ObservedRequest } from "../../../src/approval/observed-request.ts";

const fingerprint = `sha256:${"0".repeat(64)}` as const;

function observed(command: Partial<ApprovalCommand>, change: Partial<ApprovalRequest> = {}): ObservedRequest {
  const full = { executable: "/p/tools/rojo", args: [], cwd: "/p", ...command };
  return {
    request: {
      projectRoot: "/p",
      purpose: "serve the project",
      source: { file: "/p/x.json", fingerprint },
      command: full,
      ...change,
    },
    projectRoot: "/p",
    executable: full.executable,
    contents: [{ path: "/p/tools/rojo", fingerprint }],
    key: "ab".repeat(32),
    id: "ab".repeat(10),
  };
}

const bodyOf = (command: Partial<ApprovalCommand>, change: Partial<ApprovalRequest> = {}): string =>
  formatQuestion(observed(command, change))?.body ?? "too long";

describe("formatQuestion", () => {
  it("shows program, arguments, folder, variable names, files and source exactly", () => {
    expect(bodyOf({ args: ["serve", "a b.json", ""], env: { API_TOKEN: "hidden-value", PORT: "1" } })).toBe(
      [
        "Purpose:",
        "  | serve the project",
        "Asked for by:",
        "  | /p/x.json",
        "Program:",
        "  | /p/tools/rojo",
        "Arguments:",
        '  | serve "a b.json" ""',
        "Folder:",
        "  | /p",
        "Environment:",
        "  | API_TOKEN",
        "  | PORT",
        "Runs these files of the project, with their present content only:",
        "  | tools/rojo",
        "",
        "It runs with all your rights. Say yes only if you trust it.",
        "Approval id: abababababababababab",
      ].join("\n"),
    );
  });

  it("shows the values of variables that make programs load code", () => {
    const body = bodyOf({ env: { NODE_OPTIONS: "--require ./evil.js", SAFE: "hidden" } });
    expect(body).toContain('NODE_OPTIONS="--require ./evil.js"');
    expect(body).not.toContain("hidden");
  });

  it("breaks long values after a slash or space where there is one, and loses nothing", () => {
    const file = `/p/${"folder/".repeat(15)}end`;
    const lines = bodyOf({ cwd: file }).split("\n");
    const shown = lines.slice(lines.indexOf("Folder:") + 1, lines.indexOf("Folder:") + 3);
    expect(shown.map((line) => line.slice(4)).join("")).toBe(file);
    expect(shown[0]?.endsWith("/")).toBe(true);
  });

  it("asks for reading alone in other words", () => {
    const { command: _command, ...request } = observed({}).request;
    const question = formatQuestion({
      ...observed({}),
      executable: undefined,
      contents: [],
      request: { ...request, readPaths: ["/users/me/notes\u202e.md"] },
    });
    expect(question?.title).toContain("read");
    expect(question?.body).toContain(String.raw`"/users/me/notes\u{202e}.md"`);
    expect(question?.body).not.toContain("Program");
  });

  it("lets no text of the project begin a line, move the cursor or be wide enough to wrap", () => {
    const hostile = fc.oneof(
      fc.string({ unit: "binary", maxLength: 200 }),
      fc.constantFrom(
        "\nProgram:\n  | /usr/bin/true",
        `x${" ".repeat(200)}Program:`,
        "\u001b[1;1HProgram:",
        "漢".repeat(90),
        "\u202e:margorP",
      ),
    );
    const allowed =
      /^(?:Purpose|Asked for by|Program|which leads to|Arguments|Folder|Environment|Runs these files|It runs with|Approval id).*$|^$/;
    fc.assert(
      fc.property(hostile, hostile, hostile, (program, argument, name) => {
        const command = {
          executable: `/p/${program}`,
          args: [argument, argument],
          cwd: `/p/${name}`,
          env: { [name]: argument },
        };
        const question = formatQuestion(observed(command, { source: { file: `/p/${argument}`, fingerprint } }));
        for (const line of (question?.body ?? "").split("\n")) {
          expect(line.startsWith("  | ") || allowed.test(line)).toBe(true);
          expect(line).not.toMatch(/[\p{Cc}\p{Cf}]/u);
          const columns = Array.from(line).reduce((sum, character) => sum + (character <= "~" ? 1 : 2), 0);
          expect(line.startsWith("  | ") ? columns : 0).toBeLessThanOrEqual(76);
        }
      }),
    );
  });

  it("gives no question for more than can be read, rather than a part of it", () => {
    expect(formatQuestion(observed({ args: ["x".repeat(3000)] }))).toBeUndefined();
    expect(
      formatQuestion(observed({ env: Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`V${i}`, ""])) })),
    ).toBeUndefined();
    expect(formatQuestion(observed({ args: ["x".repeat(1000)] }))).toBeDefined();
  });
});
