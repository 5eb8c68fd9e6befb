/** Looks at everything that can keep this extension from working, and says of each what is the case. Starts nothing. */

import path from "node:path";
import type { StepReport } from "../lifecycle/background-step.ts";
import type { ActiveConfig, RobloxSession } from "../session/roblox-session.ts";
import { type DoctorFact, fact, fail, pass, type Told, unchecked, warn } from "./facts.ts";
import { checkpointFact, leftoverFact, writableFact } from "./record-facts.ts";
import { rojoFacts } from "./rojo-facts.ts";
import { told } from "./told.ts";

const STUDIO_LATER = "this version does not talk to Roblox Studio";

function configFact(report: StepReport, { loaded, config }: ActiveConfig, file: string): Told {
  if (report.failure !== undefined)
    return fail(
      `${report.failure.message}\nthe defaults hold, and nothing is started`,
      report.failure.hint ?? "Correct it.",
    );
  if (loaded === undefined)
    return warn(`there is no ${file}: the defaults hold, and nothing is started`, "Run /roblox init.");
  if (loaded.unusedSections.length > 0)
    return warn(
      `${file} is in order; this version does not use ${loaded.unusedSections.join(", ")}`,
      "Keep these sections for a later version, or remove them.",
    );
  return pass(`${file}: mode ${config.mode}, profile ${config.permissions.profile}`);
}

async function approvalFact(session: RobloxSession): Promise<Told> {
  const { entries, problem } = await session.approvals.list();
  const refused = session.readingRefused;
  if (refused !== undefined) return warn(refused.message, refused.hint ?? "Approve it when it is asked for.");
  if (problem !== undefined) return warn(problem, "Repair or remove that file; approvals are asked for again.");
  return pass(entries.length === 0 ? "nothing was approved, and nothing needed it" : `${entries.length} on record`);
}

/** @throws the reason of `signal`, and nothing else */
export async function gatherFacts(
  session: RobloxSession,
  signal: AbortSignal | undefined,
): Promise<readonly DoctorFact[]> {
  const active = await session.active(signal);
  const { root, configDirName } = session.options;
  const { folders, config } = active;
  const configReport = session.reports.find(({ name }) => name === "configuration");
  const studio = config.studio.autoConnect || config.mode === "studio-only";
  const studioFacts = [
    ["studio-process", "Studio's MCP server"],
    ["studio-connected", "Studio connected"],
    ["studio-place", "place open in Studio"],
    ["studio-tools", "required Studio tools"],
    ["script-sync", "Script Sync"],
  ] as const;
  return [
    fact(
      "configuration",
      "configuration",
      configReport === undefined
        ? unchecked("not read")
        : configFact(configReport, active, `${configDirName}/roblox.json`),
    ),
    fact("approvals", "approvals", await told(() => approvalFact(session), "Repair the record of approvals.", signal)),
    ...(await rojoFacts(session, signal)),
    ...studioFacts.map(([id, title]) =>
      fact(id, title, unchecked(STUDIO_LATER, studio ? "Remove studio settings for now." : undefined)),
    ),
    fact(
      "writable",
      "folders",
      await writableFact([path.join(root, folders.own), folders.checkpoints, folders.audit, session.options.agentDir]),
    ),
    fact(
      "left-over",
      "left-over servers",
      await told(() => leftoverFact(session.options.agentDir, signal), "Look into Pi's agent folder.", signal),
    ),
    fact(
      "checkpoints",
      "checkpoints",
      await told(() => checkpointFact(root, folders.checkpoints), "Look into the folder of the checkpoints.", signal),
    ),
  ];
}
