/** The command `/roblox`: what a person asks about or does without the model. */

import type { ExtensionAPI, ExtensionCommandContext } from "@earendil-works/pi-coding-agent";
import { showText } from "pi-adapter";
import { coreError, describeFailure, formatFailure } from "pi-extension-core/errors";
import type { RobloxSession } from "../../runtime/session/roblox-session.ts";
import type { Sessions } from "../sessions.ts";
import { completeArguments } from "./complete-arguments.ts";
import { ROJO_ACTIONS, TOPICS, type Topic } from "./topics.ts";

const isTopic = (word: string): word is Topic => Object.hasOwn(TOPICS, word);

function unknownWord(what: string, word: string, allowed: readonly string[]) {
  return coreError("INPUT_INVALID", `/roblox has no ${what} ${JSON.stringify(word.slice(0, 40))}`, {
    hint: `Use one of: ${allowed.join(", ")}.`,
  });
}

async function answer(topic: Topic, rest: string, session: RobloxSession): Promise<string> {
  switch (topic) {
    case "status": {
      const { readStatus } = await import("../../runtime/session/read-status.ts");
      const { formatStatus } = await import("../../runtime/session/status.ts");
      return formatStatus(readStatus(session));
    }
    case "doctor": {
      const { gatherFacts } = await import("../../runtime/doctor/gather-facts.ts");
      const { formatFacts } = await import("../../runtime/doctor/facts.ts");
      return formatFacts(await gatherFacts(session, undefined));
    }
    case "init": {
      const { initialize } = await import("../../runtime/config/initialize.ts");
      return initialize(session, rest);
    }
    case "rojo": {
      const { rojoAction } = await import("../../runtime/rojo/rojo-actions.ts");
      const action = ROJO_ACTIONS.find((name) => name === (rest === "" ? "project" : rest));
      if (action === undefined) throw unknownWord("rojo action", rest, ROJO_ACTIONS);
      return (await rojoAction(session, action, undefined)).text;
    }
    case "ownership": {
      if (rest === "")
        throw coreError("INPUT_INVALID", "/roblox ownership needs a file or an instance path", {
          hint: "For example: /roblox ownership game.ServerScriptService.Main",
        });
      const { formatOwnership } = await import("../../runtime/ownership/ownership-text.ts");
      return formatOwnership(await session.explain(rest), session.options.root);
    }
    case "conflicts": {
      const { listConflicts } = await import("../../runtime/ownership/list-conflicts.ts");
      const conflicts = await listConflicts(session);
      if (conflicts.length === 0) return "no conflicts";
      return conflicts
        .map(({ kind, subject, detail, whatToDo }) => `${kind} ${subject}\n  ${detail}\n  ${whatToDo}`)
        .join("\n");
    }
    case "snapshot": {
      const { writeSnapshot } = await import("../../runtime/session/write-snapshot.ts");
      return writeSnapshot(session);
    }
  }
}

async function perform(text: string, sessions: Sessions, ctx: ExtensionCommandContext): Promise<void> {
  const [word = "", ...others] = text.trim().split(/\s+/);
  const topic = word === "" ? "status" : word;
  try {
    if (!isTopic(topic)) throw unknownWord("topic", topic, Object.keys(TOPICS));
    // The rest as it was typed: an instance name may hold more than one space.
    const rest = others.length === 0 ? "" : text.trim().slice(word.length).trim();
    await showText(ctx, await answer(topic, rest, await sessions.current(ctx)), "info");
  } catch (error) {
    await showText(ctx, formatFailure(describeFailure(error)), "error");
  }
}

export function registerRobloxCommand(pi: ExtensionAPI, sessions: Sessions): void {
  pi.registerCommand("roblox", {
    description: `Roblox project of this folder (${Object.keys(TOPICS).join(" | ")})`,
    getArgumentCompletions: completeArguments,
    handler: (text, ctx) => perform(text, sessions, ctx),
  });
}
