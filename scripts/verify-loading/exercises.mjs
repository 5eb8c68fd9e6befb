/** One call that succeeds and one that fails, for each extension that has tools. Data. */

import { createMultixStandin } from "testkit";

/**
 * @typedef {object} Exercise
 * @property {string} title
 * @property {string} tool
 * @property {Record<string, unknown>} args
 * @property {Record<string, string>} files of the project, by relative path
 * @property {boolean} expectError
 * @property {string} expectText in the text that the model reads: a code for a failure
 */

/**
 * Environment of the calls of an extension; what it needs on disk goes into the given empty folder.
 * @type {Record<string, (folder: string) => Promise<Record<string, string>>>}
 */
export const environments = {
  "pi-multix": async (folder) => ({
    MULTIX_BIN: (await createMultixStandin(folder)).script,
    GEMINI_API_KEY: "key-that-never-shows",
  }),
};

/** @type {Record<string, Exercise[]>} */
export const exercises = {
  "pi-multix": [
    {
      title: "multix_image makes a picture",
      tool: "multix_image",
      args: { action: "generate", provider: "gemini", prompt: "a cat", output: "cat.png" },
      files: {},
      expectError: false,
      expectText: "cat.png",
    },
    {
      title: "multix_image refuses a parameter that the provider lacks",
      tool: "multix_image",
      args: { action: "generate", provider: "gemini", prompt: "a cat", width: 100 },
      files: {},
      expectError: true,
      expectText: "PARAMETER_UNSUPPORTED",
    },
  ],
  "pi-sych": [
    {
      title: "project_status checks a project",
      tool: "project_status",
      args: { action: "check" },
      files: { "SYNC.json": '{"version": 2, "artifacts": []}', "PROJECT.md": "# X\n" },
      expectError: false,
      expectText: "SYNC.json",
    },
    {
      title: "project_status refuses a damaged SYNC.json",
      tool: "project_status",
      args: { action: "check" },
      files: { "SYNC.json": '{"version": 2,' },
      expectError: true,
      expectText: "SYNC.json:1:",
    },
  ],
};
