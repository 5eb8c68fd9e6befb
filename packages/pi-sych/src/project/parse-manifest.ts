/** JSON of SYNC.json to a manifest. All problems are found in one go, each with field path, line and column. Pure. */

import { isCodedError } from "pi-extension-core/errors";
import { type Fingerprint, parseFingerprint } from "pi-extension-core/fs";
import type { JsonDocument, JsonPath } from "pi-extension-core/json";
import { sychError } from "../errors.ts";
import { hasInvisible, MAX_PATH_LENGTH, tryNormaliseArtifactPath } from "./artifact-path.ts";
import {
  type Acknowledgement,
  ARTIFACT_STATUSES,
  type Artifact,
  type ArtifactStatus,
  type CanonicalName,
  type Dependency,
  MANIFEST_VERSION,
  MAX_ARTIFACTS,
  type Manifest,
  pathKey,
} from "./manifest.ts";
import { type FieldProblem, FieldReader, isJsonObject, type JsonObject } from "./manifest-fields.ts";

const MAX_PROBLEMS_SHOWN = 20;

function readPath(reader: FieldReader, value: unknown, at: JsonPath): string | undefined {
  if (typeof value !== "string") {
    reader.reportType(at, "a path", value);
    return undefined;
  }
  const result = tryNormaliseArtifactPath(value);
  if ("path" in result) return result.path;
  reader.report(at, result.problem);
  return undefined;
}

function readDependency(reader: FieldReader, value: unknown, at: JsonPath): Dependency | undefined {
  const isObject = isJsonObject(value);
  const path = isObject ? readPath(reader, value["path"], [...at, "path"]) : readPath(reader, value, at);
  const reason = isObject ? reader.optionalString(value, at, "reason") : undefined;
  return path === undefined ? undefined : { path, key: pathKey(path), reason };
}

function readStatus(reader: FieldReader, artifact: JsonObject, at: JsonPath): ArtifactStatus {
  const value = artifact["status"] ?? "current";
  const status = ARTIFACT_STATUSES.find((candidate) => candidate === value);
  if (status === undefined) reader.reportType([...at, "status"], `one of ${ARTIFACT_STATUSES.join(", ")}`, value);
  return status ?? "current";
}

function readFingerprint(reader: FieldReader, artifact: JsonObject, at: JsonPath): Fingerprint | undefined {
  const value = artifact["fingerprint"];
  if (value === undefined || value === null) return undefined;
  try {
    if (typeof value === "string") return parseFingerprint(value);
  } catch (error) {
    if (!isCodedError(error)) throw error;
  }
  reader.reportType([...at, "fingerprint"], "sha256: and 64 hexadecimal digits", value);
  return undefined;
}

function readAcknowledgement(reader: FieldReader, artifact: JsonObject, at: JsonPath): Acknowledgement | undefined {
  const value = artifact["acknowledgement"];
  if (value === undefined || value === null) return undefined;
  const path = [...at, "acknowledgement"];
  if (!isJsonObject(value)) {
    reader.reportType(path, "an object", value);
    return undefined;
  }
  return { at: reader.optionalString(value, path, "at"), reason: reader.optionalString(value, path, "reason") };
}

function readArtifact(reader: FieldReader, value: unknown, index: number): Artifact | undefined {
  const at = ["artifacts", index];
  if (!isJsonObject(value)) {
    reader.reportType(at, "an object", value);
    return undefined;
  }
  const path = readPath(reader, value["path"], [...at, "path"]);
  const rest = {
    fingerprint: readFingerprint(reader, value, at),
    status: readStatus(reader, value, at),
    role: reader.optionalString(value, at, "role"),
    authoritativeFor: reader.stringList(value, at, "authoritativeFor"),
    updateFrom: reader.stringList(value, at, "updateFrom"),
    dependsOn: reader
      .list(value, at, "dependsOn")
      .flatMap(([item, itemPath]) => readDependency(reader, item, itemPath) ?? []),
    acknowledgement: readAcknowledgement(reader, value, at),
    hasAcknowledgement: isJsonObject(value["acknowledgement"]),
  };
  return path === undefined ? undefined : { index, path, key: pathKey(path), ...rest };
}

function reportDuplicates(reader: FieldReader, artifacts: readonly Artifact[]): void {
  const first = new Map<string, number>();
  for (const { key, path, index } of artifacts) {
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, index);
    else reader.report(["artifacts", index, "path"], `${path} is the same file as artifacts[${earlier}]`);
  }
}

function readArtifacts(reader: FieldReader, top: JsonObject): readonly Artifact[] {
  const value = top["artifacts"];
  if (!Array.isArray(value)) {
    reader.reportType(["artifacts"], "an array", value);
    return [];
  }
  if (value.length > MAX_ARTIFACTS) {
    reader.report(["artifacts"], `${value.length} artifacts, the limit is ${MAX_ARTIFACTS}`);
    return [];
  }
  const artifacts = value.flatMap((item: unknown, index) => readArtifact(reader, item, index) ?? []);
  reportDuplicates(reader, artifacts);
  return artifacts;
}

/** A path that may leave the project, or a name that stands beside one. */
function reportUnfit(reader: FieldReader, at: JsonPath, text: string): void {
  if (text.length > MAX_PATH_LENGTH)
    reader.report(at, `has ${text.length} characters, the limit is ${MAX_PATH_LENGTH}`);
  else if (hasInvisible(text)) reader.report(at, "holds a control or direction character");
}

function readCanonical(reader: FieldReader, top: JsonObject): readonly CanonicalName[] {
  const value = top["canonical"];
  if (value === undefined || value === null) return [];
  if (!isJsonObject(value)) {
    reader.reportType(["canonical"], "an object", value);
    return [];
  }
  return Object.keys(value).flatMap((name) => {
    const path = reader.optionalString(value, ["canonical"], name);
    reportUnfit(reader, ["canonical", name], `${name}${path ?? ""}`);
    return path === undefined ? [] : [{ name, path }];
  });
}

function readManifest(reader: FieldReader, top: unknown): Manifest {
  if (!isJsonObject(top)) {
    reader.reportType([], "an object", top);
    return { projectRoot: ".", canonical: [], artifacts: [] };
  }
  if (top["version"] !== MANIFEST_VERSION) {
    reader.reportType(["version"], `the number ${MANIFEST_VERSION}`, top["version"]);
  }
  const projectRoot = reader.optionalString(top, [], "projectRoot") ?? ".";
  reportUnfit(reader, ["projectRoot"], projectRoot);
  return {
    projectRoot,
    canonical: readCanonical(reader, top),
    artifacts: readArtifacts(reader, top),
  };
}

function throwOnProblems(source: string, problems: readonly FieldProblem[]): void {
  const [first] = problems;
  if (first === undefined) return;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : "";
  throw sychError(
    "MANIFEST_INVALID",
    `${source}:${first.line}:${first.column}: ${first.field}: ${first.message}${more}`,
    {
      hint: `Correct the ${problems.length === 1 ? "field" : "fields"} in ${source}, then check again.`,
      data: { source, problems: problems.slice(0, MAX_PROBLEMS_SHOWN), problemCount: problems.length },
    },
  );
}

/** @throws MANIFEST_INVALID with every problem. Nothing of the file is quoted beyond the offending value. */
export function parseManifest(document: JsonDocument): Manifest {
  const reader = new FieldReader(document);
  const manifest = readManifest(reader, document.value);
  throwOnProblems(document.source, reader.problems);
  return manifest;
}
