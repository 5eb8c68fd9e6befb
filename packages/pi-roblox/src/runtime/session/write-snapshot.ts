/** `/roblox snapshot`: what is known now as a file, for a report of an error or to compare with later. */

import path from "node:path";
import { refuseSymlinks, writeFileAtomic } from "pi-extension-core/fs";
import { stableStringify } from "pi-extension-core/redact";
import { formatInstancePath } from "../../datamodel/instance-path-text.ts";
import { gatherFacts } from "../doctor/gather-facts.ts";
import { readStatus } from "./read-status.ts";
import type { RobloxSession } from "./roblox-session.ts";

/** @returns what was written, for the user @throws WRITE_FAILED, SYMLINK_REFUSED */
export async function writeSnapshot(session: RobloxSession): Promise<string> {
  const { root, clock } = session.options;
  const { folders } = await session.active();
  const facts = await gatherFacts(session, undefined);
  const { maps } = await session.maps();
  const takenAt = new Date(clock.now()).toISOString();
  const file = path.join(folders.artifacts, `snapshot-${takenAt.replaceAll(/[:.]/g, "-")}.json`);
  const content = {
    takenAt,
    status: readStatus(session),
    doctor: facts,
    maps: maps.map((map) => ({
      kind: map.kind,
      staleBecause: map.staleBecause,
      instances: [...map.all()].map((one) => ({
        path: formatInstancePath(one.path),
        className: one.className,
        files: one.files.map((name) => path.relative(root, name)),
        deletesUnknownChildren: one.deletesUnknownChildren,
      })),
    })),
  };
  await refuseSymlinks(root, file);
  await writeFileAtomic(file, `${stableStringify(content)}\n`, {
    stagingDir: folders.staging,
    createParents: true,
    symlinks: "refuse",
  });
  return `${path.relative(root, file)} holds status, doctor and ${maps.length} maps`;
}
