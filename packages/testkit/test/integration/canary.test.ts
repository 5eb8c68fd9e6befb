import { symlink } from "node:fs/promises";
import { findSecretLeaks } from "testkit/canary";
import { createWorkspace } from "testkit/workspace";
import { describe, expect, it, onTestFinished } from "vitest";

const SECRET = 'sk-Canary/"4f+9?é~x';
const secrets = { GEMINI_API_KEY: SECRET };

async function searchFile(content: string | Uint8Array) {
  const ws = await createWorkspace({ files: { "deep/session.jsonl": content } });
  onTestFinished(ws.cleanup);
  return findSecretLeaks({ directories: [ws.root], secrets });
}

const base64 = (text: string): string => Buffer.from(text).toString("base64");
const wrap = (text: string, width: number): string => text.replace(new RegExp(`.{${width}}`, "g"), "$&\r\n");

describe("findSecretLeaks", () => {
  it.each([
    ["as it is", `KEY=${SECRET}\n`],
    ["in JSON", JSON.stringify({ a: { b: `x${SECRET}` } })],
    ["in JSON inside JSON", JSON.stringify({ line: JSON.stringify({ a: SECRET }) })],
    ["in a URL", `GET https://host/v1?key=${encodeURIComponent(SECRET)}&alt=json`],
    ["in a form", new URLSearchParams({ key: SECRET }).toString()],
    ["in base64, first alignment", base64(`abc${SECRET}tail`)],
    ["in base64, second alignment", base64(`abcd${SECRET}tail`)],
    ["in base64, third alignment", base64(`abcde${SECRET}tail`)],
    ["in base64 over several lines", wrap(base64(`Basic user:${SECRET}`), 10)],
    ["in hex", Buffer.from(`a${SECRET}`).toString("hex").toUpperCase()],
    ["in UTF-16", Buffer.from(`\ufeffkey ${SECRET}`, "utf16le")],
    ["in base64 of UTF-16", Buffer.from(`ab${SECRET}`, "utf16le").toString("base64")],
    [
      "between bytes that are no text",
      Buffer.concat([Buffer.from([0, 255, 254]), Buffer.from(SECRET), Buffer.from([0])]),
    ],
  ])("finds a secret that was planted %s", async (_how, content) => {
    const leaks = await searchFile(content);
    expect(leaks).not.toEqual([]);
    expect(leaks[0]).toMatchObject({ secret: "GEMINI_API_KEY", part: "content" });
    expect(leaks[0]?.where).toContain("session.jsonl");
    expect(JSON.stringify(leaks)).not.toContain("4f+9");
  });

  it.each([-30, -10, -1, 0])("finds a secret that lies %i bytes from the border of two chunks", async (offset) => {
    expect(await searchFile(`${"x".repeat((1 << 20) + offset)}${SECRET}${"y".repeat(100)}`)).toHaveLength(1);
  });

  it("finds a secret in names of files and folders, in link targets and in texts", async () => {
    const ws = await createWorkspace({ files: { "cache-canary-12345678/": "", "x-canary-12345678.txt": "clean" } });
    onTestFinished(ws.cleanup);
    const isPosix = process.platform !== "win32";
    if (isPosix) await symlink("canary-12345678", ws.path("link"));
    const leaks = await findSecretLeaks({
      directories: [ws.root],
      texts: { stdout: "clean", stderr: "warning: canary-12345678" },
      secrets: { TOKEN: "canary-12345678" },
    });
    expect(leaks.map(({ part }) => part).sort()).toEqual([
      "content",
      ...(isPosix ? ["link target"] : []),
      "name",
      "name",
    ]);
    expect(leaks.find(({ part }) => part === "content")?.where).toBe("stderr");
  });

  it("finds nothing where nothing is", async () => {
    expect(await searchFile(JSON.stringify({ key: "[redacted]", other: "sk-Canary" }))).toEqual([]);
  });

  it("refuses a secret that is too short to search for", async () => {
    await expect(findSecretLeaks({ secrets: { KEY: "short" } })).rejects.toMatchObject({ code: "CANARY_TOO_SHORT" });
  });
});
