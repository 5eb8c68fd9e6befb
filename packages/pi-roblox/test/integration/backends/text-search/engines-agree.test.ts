import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import fc from "fast-check";
import { hasCode } from "pi-extension-core/errors";
import { createWorkspace, outsideProgram, ripgrepVersion } from "testkit";
import { expect, it } from "vitest";
import { ripgrepEnvironment } from "../../../../src/backends/text-search/ripgrep/locate-ripgrep.ts";
import { searchText } from "../../../../src/backends/text-search/search-text.ts";
import { exclusionPattern, literal, regex, tree } from "../../../fixtures/backends/text-search/arbitrary-tree.ts";

const program = outsideProgram("ripgrep", ripgrepVersion);

/** Writes what can be written; a path that another stands in the way of is left out. */
async function writeTree(root: string, files: readonly (readonly [string, Buffer])[]): Promise<void> {
  for (const [relative, content] of files) {
    const file = path.join(root, relative);
    try {
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, content);
    } catch (error) {
      if (!(error instanceof Error && "code" in error)) throw error;
    }
  }
}

it.skipIf(program === undefined)(
  "gives the same from ripgrep and from the scan, for any tree and pattern [needs ripgrep 15.1.0]",
  async () => {
    await using workspace = await createWorkspace();
    const source = { PATH: process.env["PATH"] };
    const env = ripgrepEnvironment({
      source,
      platform: process.platform,
      projectRoot: workspace.root,
      piBinFolder: undefined,
    });
    const property = fc.asyncProperty(
      tree,
      fc.oneof(
        regex.map((text) => ({ text, isRegex: true })),
        literal.map((text) => ({ text, isRegex: false })),
      ),
      fc.boolean(),
      fc.integer({ min: 1, max: 20 }),
      fc.array(exclusionPattern, { maxLength: 2 }),
      async (files, query, isCaseSensitive, limit, excludedPatterns) => {
        const root = await mkdtemp(path.join(workspace.root, "tree-"));
        await writeTree(root, files);
        const request = { ...query, isCaseSensitive, limit };
        const scope = { root, excludedPatterns, maxFileBytes: 300, threads: 1 };
        try {
          const [byRipgrep, byScan] = await Promise.all([
            searchText(request, { ...scope, ripgrep: { program: program ?? "", env } }),
            searchText(request, { ...scope, ripgrep: undefined }),
          ]);
          const engine = excludedPatterns.some((pattern) => pattern.startsWith("!")) ? byRipgrep.engine : "ripgrep";
          expect(byRipgrep.engine).toBe(engine);
          expect({ ...byRipgrep, engine: "", engineNote: "" }).toEqual({ ...byScan, engine: "", engineNote: "" });
        } catch (error) {
          if (!hasCode(error, "PATTERN_INVALID")) throw error;
        } finally {
          await rm(root, { recursive: true });
        }
      },
    );
    await fc.assert(property, { numRuns: 60 });
  },
);
