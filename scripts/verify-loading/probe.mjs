/**
 * Loads extensions through Pi's own loader, three times as reloads do, and prints what they registered as JSON.
 * A process of its own for each Pi. Arguments: Pi's package folder, a folder to work in, package folders.
 */

import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [piFolder, cwd, ...packages] = process.argv.slice(2);
const pi = await import(pathToFileURL(path.join(piFolder, "dist/index.js")).href);

/** @param {string} folder @returns {{pi?: {extensions?: string[], skills?: string[]}}} */
const manifestOf = (folder) => JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
const entriesOf = (folder) => (manifestOf(folder).pi?.extensions ?? []).map((entry) => path.join(folder, entry));

const describeTool = ({ definition }) => ({
  name: definition.name,
  description: definition.description,
  promptSnippet: definition.promptSnippet,
  promptGuidelines: definition.promptGuidelines,
  parameters: definition.parameters,
});

async function load() {
  const {
    extensions,
    errors,
    warnings = [],
  } = await pi.discoverAndLoadExtensions(packages.flatMap(entriesOf), cwd, path.join(cwd, "agent"));
  return {
    problems: [
      ...errors.map(({ path: file, error }) => `${file}: ${error}`),
      ...warnings.map(({ path: file, warning }) => `${file}: ${warning}`),
    ],
    extensions: extensions.map((extension) => ({
      path: extension.resolvedPath,
      tools: [...extension.tools.values()].map(describeTool),
      commands: [...extension.commands.keys()],
      flags: [...extension.flags.keys()],
      undescribed: [...extension.commands, ...extension.flags]
        .filter(([, { description = "" }]) => description.trim() === "")
        .map(([name]) => name),
      shortcuts: [...extension.shortcuts.keys()],
      hooks: [...extension.handlers.keys()],
      renderers: [...extension.messageRenderers.keys(), ...(extension.entryRenderers?.keys() ?? [])],
    })),
  };
}

function skillDiagnostics(folder) {
  const folders = (manifestOf(folder).pi?.skills ?? []).map((entry) => path.join(folder, entry));
  return folders.flatMap((dir) => {
    if (!existsSync(dir)) return [`${dir} does not exist`];
    const { skills, diagnostics } = pi.loadSkillsFromDir({ dir, source: "package" });
    return [
      ...(skills.length === 0 ? [`${dir} holds no skill`] : []),
      ...diagnostics.map((each) => `${each.path}: ${each.message}`),
    ];
  });
}

const loads = [await load(), await load(), await load()];
process.stdout.write(JSON.stringify({ loads, skillDiagnostics: packages.flatMap(skillDiagnostics) }));
// An extension must start nothing at load; what still runs would keep this process alive, which the caller's limit shows.
