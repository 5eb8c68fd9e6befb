/** The command `/pi-sych-status [path ...] [--all]`: what project_status checks, for a person. */

import type { ExtensionAPI, ExtensionCommandContext } from "@earendil-works/pi-coding-agent";
import { approvalUi, outputColumns, showText } from "pi-adapter";
import { describeFailure, isCodedError } from "pi-extension-core/errors";
import { FOOTER_KEY, footerOf, footerOfFailure } from "../render/footer.ts";
import { STATUS_ENTRY } from "../render/status-entry.ts";
import { layOutStatus, statusLines } from "../render/status-view.ts";
import type { Sessions } from "../session/open-session.ts";
import type { CheckResult, Session } from "../session/session.ts";
import { withProgress } from "../tools/progress.ts";
import { completeStatusArguments, parseStatusArguments } from "./status-arguments.ts";

const COLUMNS_OF_A_NOTIFICATION = 80;

async function artifactPaths(session: Session): Promise<readonly string[]> {
  const project = await session.glance();
  return project?.manifest.artifacts.map(({ path }) => path) ?? [];
}

/** Paths to suggest: none when SYNC.json cannot be read, which the command itself will say. */
async function suggestedPaths(session: Session): Promise<readonly string[]> {
  try {
    return await artifactPaths(session);
  } catch (error) {
    if (isCodedError(error)) return [];
    throw error;
  }
}

async function show(pi: ExtensionAPI, ctx: ExtensionCommandContext, result: CheckResult): Promise<void> {
  if (ctx.mode === "tui") {
    pi.appendEntry(STATUS_ENTRY, result);
    return;
  }
  const lines = statusLines(result, true);
  const columns = ctx.hasUI ? COLUMNS_OF_A_NOTIFICATION : outputColumns();
  const level = lines.some(({ tone }) => tone === "warning") ? "warning" : "info";
  await showText(ctx, layOutStatus(lines, columns).join("\n"), level);
}

export function registerStatusCommand(pi: ExtensionAPI, sessions: Sessions): void {
  let cwd: string | undefined;
  pi.on("session_start", (_event, ctx) => {
    cwd = ctx.cwd;
  });
  pi.registerCommand("pi-sych-status", {
    description: "Show which tracked project files changed and what depends on them ([path ...] or --all)",
    getArgumentCompletions: async (typed) => {
      if (cwd === undefined) return null;
      const paths = await suggestedPaths(await sessions.current({ cwd }));
      return completeStatusArguments(typed, paths).map((value) => ({ value, label: value.trimStart() }));
    },
    handler: async (text, ctx) => {
      const session = await sessions.current(ctx);
      try {
        const { isAll, files } = parseStatusArguments(text);
        const names = isAll ? await artifactPaths(session) : files;
        const showProgress = ctx.hasUI
          ? (progress: string) => {
              if (!session.hasEnded) ctx.ui.setStatus(FOOTER_KEY, `sych: ${progress}`);
            }
          : undefined;
        const result = await withProgress(showProgress, (onProgress) =>
          session.check(names, { ui: approvalUi(ctx), onProgress }),
        );
        ctx.ui.setStatus(FOOTER_KEY, footerOf(result));
        await show(pi, ctx, result);
      } catch (error) {
        // Another session took the place of this one: nobody is left to tell.
        if (session.hasEnded) return;
        ctx.ui.setStatus(FOOTER_KEY, footerOfFailure(error));
        const { code, message, hint } = describeFailure(error);
        await showText(ctx, `${code}: ${message}${hint === undefined ? "" : `\n${hint}`}`, "error");
      }
    },
  });
}
