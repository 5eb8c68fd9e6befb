/** Facts about what this extension keeps: its folders, servers left behind, checkpoints that were not finished. */

import { access, constants } from "node:fs/promises";
import path from "node:path";
import { CheckpointStore } from "pi-extension-core/checkpoint";
import { errnoOf } from "pi-extension-core/errors";
import { surveyServers } from "../../backends/rojo/server/leftovers.ts";
import { RecordStore, serverRecordsFolder } from "../../backends/rojo/server/record-store.ts";
import { fail, pass, type Told, warn } from "./facts.ts";

/** The nearest folder that exists must let us make what is missing. */
export async function writableFact(folders: readonly string[]): Promise<Told> {
  const refused: string[] = [];
  for (const folder of folders) {
    for (let place = folder; ; place = path.dirname(place)) {
      try {
        await access(place, constants.W_OK);
        break;
      } catch (error) {
        if (errnoOf(error) === "ENOENT" && path.dirname(place) !== place) continue;
        refused.push(folder);
        break;
      }
    }
  }
  if (refused.length === 0) return pass("records of this extension can be written");
  return fail(`cannot be written: ${refused.join(", ")}`, "Give this user the right to write there.");
}

export async function leftoverFact(agentDir: string, signal: AbortSignal | undefined): Promise<Told> {
  const store = new RecordStore(serverRecordsFolder(agentDir));
  const { servers, unreadable } = await surveyServers(store, { signal });
  const lost = servers.filter(({ verdict }) => verdict.kind === "left-over" || verdict.kind === "unproved");
  if (lost.length === 0 && unreadable.length === 0) return pass("no rojo serve was left behind");
  const lines = [
    ...lost.map(
      ({ record, verdict }) => `${verdict.kind}: rojo serve of ${record.projectFile} on port ${record.endpoint.port}`,
    ),
    ...unreadable.map((file) => `no record: ${file}`),
  ];
  return warn(lines.join("\n"), "Start pi anew, which ends those that are proved to be ours; end the others by hand.");
}

export async function checkpointFact(root: string, directory: string): Promise<Told> {
  const { checkpoints, corrupt } = await new CheckpointStore({ root, directory }).list();
  const open = checkpoints.filter(({ state }) => state === "open" || state === "interrupted" || state === "restoring");
  if (open.length === 0 && corrupt.length === 0) return pass(`${checkpoints.length} kept, none unfinished`);
  const lines = [
    ...open.map(({ id, state, label }) => `${id}: ${state}, ${label}`),
    ...corrupt.map(({ id }) => `${id}: damaged`),
  ];
  return warn(lines.join("\n"), "Restore or accept each unfinished checkpoint.");
}
