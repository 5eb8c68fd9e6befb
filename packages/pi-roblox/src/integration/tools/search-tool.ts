/** The tool `roblox_search`: text and instances, with what each hit is and who owns it. */

import path from "node:path";
import { type ExtensionAPI, truncateHead } from "@earendil-works/pi-coding-agent";
import { progressResult, registerTool, renderToolCall, renderToolResult, runTool, successResult } from "pi-adapter";
import { type Static, Type } from "typebox";
import type { SearchAnswer } from "../../runtime/search/search-service.ts";
import type { RobloxSession } from "../../runtime/session/roblox-session.ts";
import type { Sessions } from "../sessions.ts";
import { closed, oneOf, readOnly } from "./tool-shape.ts";

const MAX_LIMIT = 1000;

const parameters = Type.Object(
  {
    query: Type.String({ minLength: 1, maxLength: 1000 }),
    mode: Type.Optional(oneOf(["literal", "regex"], { description: "Default literal." })),
    scope: Type.Optional(
      oneOf(["text", "instances", "all"], {
        description: "text: lines of files. instances: names and paths of mapped instances. Default all.",
      }),
    ),
    caseSensitive: Type.Optional(Type.Boolean({ description: "Default false." })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_LIMIT, description: "Lines, and instances, shown." })),
    includeDependencies: Type.Optional(
      Type.Boolean({ description: "Search packages of others and generated files, too. Default false." }),
    ),
  },
  closed,
);

const text = Type.String();
const count = Type.Integer();
const output = Type.Object({
  files: Type.Array(
    Type.Object({
      file: text,
      owner: text,
      instances: Type.Array(text),
      lines: Type.Array(Type.Object({ line: count, column: count, text })),
    }),
  ),
  instances: Type.Array(Type.Object({ path: text, className: text, file: Type.Optional(text) })),
  text: Type.Optional(
    Type.Object({
      matchedLines: count,
      matchedFiles: count,
      searchedFiles: count,
      largeFiles: count,
      unreadableFiles: count,
      isTruncated: Type.Boolean(),
      engine: oneOf(["ripgrep", "scan"]),
      engineNote: Type.Optional(text),
    }),
  ),
  instanceCount: count,
  isTruncated: Type.Boolean(),
});

async function search(
  session: RobloxSession,
  params: Static<typeof parameters>,
  signal: AbortSignal | undefined,
  show: (text: string) => void,
): Promise<SearchAnswer> {
  const [{ SearchService }, { locateRipgrep, ripgrepEnvironment }] = await Promise.all([
    import("../../runtime/search/search-service.ts"),
    import("../../backends/text-search/ripgrep/locate-ripgrep.ts"),
  ]);
  const { root, agentDir, env, platform } = session.options;
  const { config, folders } = await session.active(signal);
  const [ownership, maps] = await Promise.all([session.ownershipService(signal), session.maps(signal)]);
  const ripgrep = { piBinFolder: path.join(agentDir, "bin"), projectRoot: root, source: env, platform };
  const program = locateRipgrep(ripgrep).path;
  const service = new SearchService({
    root,
    ripgrep: program === undefined ? undefined : { program, env: ripgrepEnvironment(ripgrep) },
    dependencyPatterns: config.rojo.dependencyPatterns,
    generatedPatterns: config.rojo.generatedPatterns,
    ownPaths: [folders.own],
    resolve: (target) => ownership.resolve(target, maps),
  });
  const query = {
    query: params.query,
    isRegex: params.mode === "regex",
    isCaseSensitive: params.caseSensitive ?? false,
    scope: params.scope ?? "all",
    limit: params.limit ?? config.context.maxSearchResults,
    includeDependencies: params.includeDependencies ?? false,
  } as const;
  return service.search(query, {
    map: maps.maps.find(({ kind }) => kind === "project") ?? maps.maps[0],
    signal,
    onProgress: ({ searchedFiles, matchedFiles }) =>
      show(
        `${searchedFiles === undefined ? "searching" : `searched ${searchedFiles} files`}, ${matchedFiles} with a match`,
      ),
  });
}

export function registerSearchTool(pi: ExtensionAPI, sessions: Sessions): void {
  registerTool<typeof parameters, SearchAnswer>(pi, {
    name: "roblox_search",
    label: "Roblox search",
    description:
      "roblox_search finds text in the files of the project and instances by name. Each file comes with the instance " +
      "that Rojo makes of it and with its owner (rojo-owned, external-package, ...). Respects .gitignore; skips packages " +
      "and generated files unless includeDependencies. Instances in Studio alone are not searched.",
    promptSnippet: "Search project text and instance names; each hit with instance path and owner",
    promptGuidelines: [
      "Prefer roblox_search over grep in Roblox projects when it matters which instance a file is or who owns it.",
    ],
    parameters,
    outputSchema: output,
    annotations: readOnly,
    executionMode: "parallel",
    execute: (_id, params, signal, onUpdate, ctx) =>
      runTool(signal, async () => {
        const { formatSearch } = await import("../../runtime/search/search-text-form.ts");
        const show = (line: string): void => onUpdate?.(progressResult(line));
        const answer = await search(await sessions.current(ctx), params, signal, show);
        const { content, truncated } = truncateHead(formatSearch(answer));
        const more = truncated ? "\n(cut: the rest is in the structured result; narrow the query to read it)" : "";
        return successResult(`${content}${more}`, answer);
      }),
    renderCall: (args, theme) => renderToolCall("roblox_search", ["query", "scope", "mode"], args, theme),
    renderResult: renderToolResult,
  });
}
