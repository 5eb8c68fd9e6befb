/** The command `/multix [check|providers|jobs|last|open]`: what a person asks about without the model. */

import type { ExtensionAPI, ExtensionCommandContext } from "@earendil-works/pi-coding-agent";
import { approvalUi, showText } from "pi-adapter";
import { describeFailure, formatFailure } from "pi-extension-core/errors";
import type { MultixSession } from "../session/multix-session.ts";
import type { MultixSessions } from "../session/open-session.ts";
import { keyStatusText } from "../tools/key-text.ts";

const TOPICS = {
  check: "which multix CLI is used, and why",
  providers: "which providers have a usable key, and where it comes from",
  jobs: "video jobs of this project that are under way",
  last: "the files of the last call",
  open: "open the last result in the system's viewer",
} as const;

const NO_FILES = "no files in this session yet";

type Topic = keyof typeof TOPICS;

const isTopic = (word: string): word is Topic => Object.hasOwn(TOPICS, word);

async function answer(topic: Topic, session: MultixSession, ctx: ExtensionCommandContext): Promise<string> {
  switch (topic) {
    case "check": {
      const cli = await session.locate({ ui: approvalUi(ctx) });
      return `multix ${cli.version ?? "of unknown version"}: ${cli.path}\n${cli.why}`;
    }
    case "providers": {
      const { keyStatus } = await import("../multix/keys/manage-keys.ts");
      return keyStatusText(await keyStatus(session.keyContext(session.options.cwd)));
    }
    case "jobs": {
      const jobs = await session.ledger().open();
      if (jobs.length === 0) return "no open video jobs";
      return jobs
        .map(({ provider, id, action, startedAt }) => `${provider} ${id} (${action}, ${startedAt})`)
        .join("\n");
    }
    case "last":
      return session.lastFiles.length === 0 ? NO_FILES : session.lastFiles.join("\n");
    case "open": {
      if (session.lastFiles.length === 0) return NO_FILES;
      const { openFirstViewable } = await import("../multix/results/open-file.ts");
      const opened = await openFirstViewable(session.lastFiles);
      if (opened !== undefined) return `opened ${opened}`;
      return `only images, sound and video that are named as such are opened:\n${session.lastFiles.join("\n")}`;
    }
  }
}

export function registerMultixCommand(pi: ExtensionAPI, sessions: MultixSessions): void {
  pi.registerCommand("multix", {
    description:
      "Show the multix CLI, usable providers, open jobs or the last files (check | providers | jobs | last | open)",
    getArgumentCompletions: (typed) =>
      Object.entries(TOPICS)
        .filter(([topic]) => topic.startsWith(typed.trim()))
        .map(([value, description]) => ({ value, label: value, description })),
    handler: async (text, ctx) => {
      const word = text.trim() === "" ? "providers" : text.trim();
      if (!isTopic(word)) {
        await showText(
          ctx,
          `/multix has no topic ${JSON.stringify(word.slice(0, 40))}. Topics: ${Object.keys(TOPICS).join(", ")}`,
          "error",
        );
        return;
      }
      try {
        await showText(ctx, await answer(word, await sessions.current(ctx), ctx), "info");
      } catch (error) {
        await showText(ctx, formatFailure(describeFailure(error)), "error");
      }
    },
  });
}
