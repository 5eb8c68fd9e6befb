/** Facts about Rojo: its program, the project as that reads it, the server, the sourcemap, conflicts. */

import path from "node:path";
import type { RojoCheck } from "../../backends/rojo/binary/check-rojo.ts";
import type { StepReport } from "../lifecycle/background-step.ts";
import { listConflicts } from "../ownership/list-conflicts.ts";
import type { RobloxSession, RojoParts } from "../session/roblox-session.ts";
import { type DoctorFact, fact, fail, notWanted, pass, type Told, unchecked, warn } from "./facts.ts";
import { serverFact } from "./server-facts.ts";
import { failed, told } from "./told.ts";

const MAX_NAMED = 5;

function programFact(check: RojoCheck): Told {
  const { program, shim } = check;
  const through = shim === undefined ? "" : `, through the shim of ${shim}`;
  if (check.state === "unusable") return fail(check.error.message, check.error.hint ?? "Install Rojo 7.");
  return pass(`Rojo ${check.version.text}: ${program.path} (${program.why}${through})`);
}

async function projectFact(parts: RojoParts, check: RojoCheck | undefined, root: string): Promise<Told> {
  const { project } = parts;
  const version = check?.state === "working" ? check.version : undefined;
  const { map, problems } = await project.current();
  const shown = path.relative(root, project.served.file);
  const findings = await project.findings(version);
  const seenBy = version === undefined ? "without a rojo program" : `as Rojo ${version.text} reads it`;
  const flaws = [
    ...findings.map(({ line, column, message, fix }) => ({ text: `${shown}:${line}:${column} ${message}`, fix })),
    ...problems.map(({ file, line, message, hint }) => ({
      text: `${path.isAbsolute(file) ? path.relative(root, file) : file}${line === undefined ? "" : `:${line}`} ${message}`,
      fix: hint,
    })),
  ];
  const summary = `${project.served.name} (${shown}), ${map.size} instances, ${seenBy}`;
  const [first] = flaws;
  if (first === undefined) return pass(summary);
  const lines = flaws.slice(0, MAX_NAMED).map(({ text }) => text);
  const isRefused =
    findings.some(({ effect }) => effect === "refused") || problems.some(({ effect }) => effect === "rojo-fails");
  return (isRefused ? fail : warn)([summary, ...lines].join("\n"), first.fix);
}

async function conflictFact(session: RobloxSession, signal: AbortSignal | undefined): Promise<Told> {
  const conflicts = await listConflicts(session, signal);
  const [first] = conflicts;
  if (first === undefined) return pass("none");
  const lines = conflicts.slice(0, MAX_NAMED).map(({ subject, detail }) => `${subject}: ${detail}`);
  return warn([`${conflicts.length} (/roblox conflicts lists them)`, ...lines].join("\n"), first.whatToDo);
}

function sourcemapFact({ sourcemap }: RojoParts, report: StepReport): Told {
  if (sourcemap.map === undefined) {
    if (report.state === "off") return notWanted(report.detail);
    if (report.failure !== undefined)
      return fail(report.failure.message, report.failure.hint ?? "Run /roblox rojo sourcemap.");
    return unchecked("it is not made yet", "Run the doctor again in a moment.");
  }
  const { problem } = sourcemap;
  const detail = `${sourcemap.map.size} instances`;
  return problem === undefined ? pass(detail) : warn(`${detail}, stale: ${problem}`, "Run /roblox rojo sourcemap.");
}

export async function rojoFacts(
  session: RobloxSession,
  signal: AbortSignal | undefined,
): Promise<readonly DoctorFact[]> {
  const report = (name: string): StepReport =>
    session.reports.find((one) => one.name === name) ?? { name, state: "waiting", detail: "", failure: undefined };
  const parts = await session.rojoParts(signal);
  if (parts === undefined) {
    const { failure, detail } = report("project");
    const why =
      failure === undefined ? notWanted(detail) : fail(failure.message, failure.hint ?? "Correct the project file.");
    const rest = ["rojo-program", "server", "sourcemap", "conflicts"].map((id) =>
      fact(id, id.replace("-", " "), unchecked("there is no usable Rojo project")),
    );
    return [fact("project", "project", why), ...rest];
  }
  const found = await check(parts, signal);
  const { root } = session.options;
  return [
    fact(
      "rojo-program",
      "rojo program",
      "error" in found ? failed(found.error, "Install Rojo 7.") : programFact(found.check),
    ),
    fact(
      "project",
      "project",
      await told(
        () => projectFact(parts, "check" in found ? found.check : undefined, root),
        "Correct the project file.",
        signal,
      ),
    ),
    fact("server", "rojo serve", serverFact(parts.rojo.server.state, parts.rojo.address.text)),
    fact("sourcemap", "sourcemap", sourcemapFact(parts, report("sourcemap"))),
    fact(
      "conflicts",
      "conflicts",
      await told(() => conflictFact(session, signal), "Correct the project file.", signal),
    ),
  ];
}

async function check(
  { rojo }: RojoParts,
  signal: AbortSignal | undefined,
): Promise<{ readonly check: RojoCheck } | { readonly error: unknown }> {
  try {
    return { check: await rojo.check(signal) };
  } catch (error) {
    signal?.throwIfAborted();
    return { error };
  }
}
