import { defineConfig } from "vitest/config";

// After each file of these projects, a process that it started and that still runs fails the run.
const setupFiles = ["./packages/testkit/src/leak-check.setup.ts"];

// unit: pure, no disk. integration: real files and processes. e2e: the real Pi CLI, built packages (docs/testing.md).
const project = (name: string, overrides: object) => ({
  extends: true as const,
  test: { name, include: [`packages/*/test/${name}/**/*.test.ts`, `scripts/test/${name}/**/*.test.ts`], ...overrides },
});

export default defineConfig({
  resolve: { conditions: ["source"] },
  ssr: { resolve: { conditions: ["source"], externalConditions: ["source"] } },
  test: {
    passWithNoTests: true,
    projects: [
      project("unit", {}),
      project("integration", { setupFiles, testTimeout: 60_000, hookTimeout: 60_000, maxWorkers: 2 }),
      project("e2e", { setupFiles, testTimeout: 120_000, hookTimeout: 120_000, maxWorkers: 2 }),
    ],
  },
});
