/** One call that succeeds and one that fails, for each extension that has tools. Data. */

/**
 * @typedef {object} Exercise
 * @property {string} title
 * @property {string} tool
 * @property {Record<string, unknown>} args
 * @property {Record<string, string>} files of the project, by relative path
 * @property {boolean} expectError
 * @property {string} expectText in the text that the model reads: a code for a failure
 */

/** @type {Record<string, Exercise[]>} */
export const exercises = {
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
