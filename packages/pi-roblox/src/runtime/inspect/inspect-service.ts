/** One file or instance from all sides: who owns it, what is in it, what it requires and who requires it. */

import path from "node:path";
import { hasCode } from "pi-extension-core/errors";
import { readRegularFile } from "pi-extension-core/fs";
import { absoluteFile } from "../../datamodel/file-key.ts";
import type { InstanceMap, MappedInstance } from "../../datamodel/instance-map.ts";
import { formatInstancePath } from "../../datamodel/instance-path-text.ts";
import type { ResolvedRequire } from "../../ownership/requires/require-index.ts";
import { excerptOf, type SourceExcerpt } from "../../ownership/requires/source-excerpt.ts";
import type { Ownership } from "../../ownership/resolve/ownership.ts";
import type { RobloxSession } from "../session/roblox-session.ts";
import type { RequireKeeper, ScriptRequires } from "./require-keeper.ts";

export interface InspectRequest {
  readonly target: string | readonly string[];
  /** From 1. */
  readonly firstLine: number | undefined;
  /** Characters of the content at most. */
  readonly maxChars: number;
}

interface RequireLine {
  readonly line: number;
  /** As it is written. */
  readonly text: string;
  /** Files, from the workspace; for a module without a file its instance path. */
  readonly leadsTo: readonly string[];
  /** Why it leads nowhere that is known. */
  readonly unresolved: string | undefined;
}

export interface InspectAnswer {
  readonly ownership: Ownership;
  /** From the workspace; undefined where no text file has the target. */
  readonly file: string | undefined;
  readonly content: SourceExcerpt | undefined;
  /** Why there is no content although there is a file. */
  readonly noContent: string | undefined;
  /** Names and classes of direct children that the best map knows. */
  readonly children: readonly { readonly name: string; readonly className: string }[];
  readonly childCount: number;
  readonly requires: readonly RequireLine[];
  /** Milliseconds since other scripts were looked at for `requiredBy`. */
  readonly requiresAgeMs: number;
  readonly requiredBy: readonly { readonly file: string; readonly line: number; readonly text: string }[];
}

const MAX_FILE_BYTES = 8 * 1024 * 1024;
const MAX_LINES = 5000;
const MAX_CHILDREN = 50;
/** What these hold is not for a conversation. */
const SECRET_FILE = /(?:^|[\\/])\.env(?:\.[^\\/]*)?$|\.(?:pem|key|p12|pfx)$/i;
const SCRIPT = /\.luau?$/i;
const NO_REQUIRES: ScriptRequires = { out: [], into: [], ageMs: 0 };

function shown(root: string, file: string): string {
  return path.relative(root, file).split(path.sep).join("/");
}

/** The file whose text is meant: the target itself, or the one that makes the instance. */
function fileOf(ownership: Ownership, session: RobloxSession, map: InstanceMap | undefined): string | undefined {
  const { target, instances, files } = ownership;
  const { root, platform } = session.options;
  if (target.kind === "file") return absoluteFile(root, target.file, { platform, isCaseSensitive: true });
  // The answer may rest on the live tree, which knows no files.
  const known = instances.length > 0 ? instances : (map?.at(target.path) ?? []);
  return (
    known.find(({ sourceFile }) => sourceFile !== undefined)?.sourceFile ?? (files.length === 1 ? files[0] : undefined)
  );
}

async function readContent(
  file: string,
  isReadable: boolean,
  { firstLine, maxChars }: InspectRequest,
): Promise<Pick<InspectAnswer, "content" | "noContent">> {
  if (SECRET_FILE.test(file)) return { content: undefined, noContent: "it is not read: such files hold keys" };
  if (!isReadable)
    return { content: undefined, noContent: "it is not read: it is outside of the workspace, a link, or no text" };
  try {
    const bytes = await readRegularFile(file, MAX_FILE_BYTES);
    if (bytes.includes(0)) return { content: undefined, noContent: "it is no text" };
    return { content: excerptOf(bytes, { firstLine, maxLines: MAX_LINES, maxBytes: maxChars }), noContent: undefined };
  } catch (error) {
    if (hasCode(error, "NOT_FOUND")) return { content: undefined, noContent: "it does not exist" };
    if (hasCode(error, "FILE_INVALID") || hasCode(error, "LIMIT_EXCEEDED"))
      return { content: undefined, noContent: error.message };
    throw error;
  }
}

function requireLine({ line, text, target }: ResolvedRequire, root: string): RequireLine {
  if (!target.isResolved) return { line, text, leadsTo: [], unresolved: target.why };
  const files = target.files.map((file) => shown(root, file));
  const leadsTo = files.length > 0 ? files : target.instances.map((names) => formatInstancePath(names));
  return { line, text, leadsTo, unresolved: undefined };
}

function childrenOf(ownership: Ownership, map: InstanceMap | undefined): readonly MappedInstance[] {
  const [instance] = ownership.instances;
  const names = instance?.path ?? (ownership.target.kind === "instance" ? ownership.target.path : undefined);
  return map === undefined || names === undefined ? [] : map.childrenOf(names);
}

/** @throws INSTANCE_PATH_INVALID, the reason of `signal` */
export async function inspect(
  session: RobloxSession,
  keeper: RequireKeeper,
  request: InspectRequest,
  signal: AbortSignal | undefined,
): Promise<InspectAnswer> {
  const { root } = session.options;
  const [service, current] = await Promise.all([session.ownershipService(signal), session.maps(signal)]);
  const ownership = await service.resolve(service.readTarget(request.target), current);
  const map = current.maps.find(({ kind }) => kind === "project") ?? current.maps[0];
  const file = fileOf(ownership, session, map);
  const children = childrenOf(ownership, map);
  const common = {
    ownership,
    children: children
      .slice(0, MAX_CHILDREN)
      .map(({ path: names, className }) => ({ name: names.at(-1) ?? "", className })),
    childCount: children.length,
  };
  if (file === undefined)
    return {
      ...common,
      file: undefined,
      content: undefined,
      noContent: undefined,
      requires: [],
      requiredBy: [],
      requiresAgeMs: 0,
    };
  const unread = ["outside-workspace", "symbolic-link", "protected", "binary-asset"];
  const content = await readContent(file, !unread.includes(ownership.owner), request);
  const requires = SCRIPT.test(file) ? await keeper.requiresOf(file, map, signal) : NO_REQUIRES;
  return {
    ...common,
    file: shown(root, file),
    ...content,
    requires: requires.out.map((one) => requireLine(one, root)),
    requiresAgeMs: requires.ageMs,
    requiredBy: requires.into.map(({ file: from, line, text }) => ({ file: shown(root, from), line, text })),
  };
}
