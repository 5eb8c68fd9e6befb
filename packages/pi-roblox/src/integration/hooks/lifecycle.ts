/** Begins a session's work in the background where there is a Roblox project, keeps the footer true, ends everything. */

import { readdir } from "node:fs/promises";
import path from "node:path";
import { CONFIG_DIR_NAME, type ExtensionAPI, type ExtensionContext } from "@earendil-works/pi-coding-agent";
import { errnoOf } from "pi-extension-core/errors";
import type { Sessions } from "../sessions.ts";

const FOOTER_KEY = "pi-roblox";
const PROJECT_FILE = /\.project\.jsonc?$/;

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return [];
  }
}

/** Cheap: two listings, nothing loaded. */
async function isRobloxProject(cwd: string): Promise<boolean> {
  const [own, top] = await Promise.all([namesIn(path.join(cwd, CONFIG_DIR_NAME)), namesIn(cwd)]);
  return own.includes("roblox.json") || top.some((name) => PROJECT_FILE.test(name));
}

/** What Pi hands out for one session; after its end nothing of it may be touched. */
interface Lifetime {
  isOver: boolean;
}

async function begin(sessions: Sessions, ctx: ExtensionContext, lifetime: Lifetime): Promise<void> {
  if (!(await isRobloxProject(ctx.cwd)) || lifetime.isOver) return;
  const session = await sessions.current(ctx);
  const { readFooter } = await import("../../runtime/session/read-status.ts");
  if (lifetime.isOver || !ctx.hasUI) return;
  const show = (): void => {
    if (!lifetime.isOver) ctx.ui.setStatus(FOOTER_KEY, readFooter(session));
  };
  session.onChange(show);
  show();
}

export function registerLifecycle(pi: ExtensionAPI, sessions: Sessions): void {
  let lifetime: Lifetime = { isOver: false };
  // Not awaited: the first prompt must not wait for it. What fails in a step is in its report.
  pi.on("session_start", (_event, ctx) => {
    const own = { isOver: false };
    lifetime = own;
    begin(sessions, ctx, own).catch((error: unknown) => {
      if (own.isOver) return;
      ctx.ui.setStatus(FOOTER_KEY, `roblox: ${error instanceof Error ? error.message : String(error)}`);
    });
  });
  pi.on("session_shutdown", () => {
    lifetime.isOver = true;
    return sessions.end();
  });
}
