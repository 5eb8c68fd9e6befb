/**
 * The licences of what a package brings of others: code, from the bundler's own list of inputs, and data, from the files
 * named NOTICE.txt that lie beside it in the package's folder `data`.
 */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { filesBelow } from "../setup/workspace.mjs";

/** Nearest folder with a named package.json, so that nested module markers do not count. */
function packageFolderOf(file) {
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    const manifest = path.join(folder, "package.json");
    if (existsSync(manifest) && JSON.parse(readFileSync(manifest, "utf8")).name !== undefined) return folder;
    if (path.dirname(folder) === folder) throw new Error(`No package holds ${file}`);
  }
}

function noticeOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(\.(md|txt))?$/i.test(entry));
  if (file === undefined && license === undefined) throw new Error(`${name} ${version} is bundled but has no licence`);
  const text = file === undefined ? `Licence: ${license}` : readFileSync(path.join(folder, file), "utf8").trim();
  return { title: `${name} ${version}`, text };
}

/** The first line of a notice is its title. */
function dataNotice(file) {
  const [title, ...lines] = readFileSync(file, "utf8").split("\n");
  return { title, text: lines.join("\n").trim() };
}

/**
 * @param {string} folder absolute package folder @param {string} metafile absolute path of esbuild's metafile
 * @returns {string} Markdown, one section for each, sorted
 */
export function noticesFor(folder, metafile) {
  const { inputs } = JSON.parse(readFileSync(metafile, "utf8"));
  const bundled = Object.keys(inputs)
    .map((input) => path.resolve(folder, input))
    .filter((file) => file.includes(`${path.sep}node_modules${path.sep}`));
  const data = filesBelow(path.join(folder, "data")).filter((file) => path.basename(file) === "NOTICE.txt");
  const all = [...[...new Set(bundled.map(packageFolderOf))].map(noticeOf), ...data.map(dataNotice)];
  const notices = new Map(all.map(({ title, text }) => [title, text]));
  const sections = [...notices]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([title, text]) => `## ${title}\n\n\`\`\`\n${text}\n\`\`\`\n`);
  const lead =
    sections.length === 0 ? "This package bundles no third-party code.\n" : "This package bundles the following.\n";
  return `# Third-party notices\n\n${lead}\n${sections.join("\n")}`;
}
