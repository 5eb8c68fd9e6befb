/** The import rules of docs/architecture.md as data: which folder of a package may import which. */

/**
 * For each package, its layers from top to bottom. A layer may import itself and those below. A folder (or file name
 * without extension) that is not named belongs to no layer and may be imported by all, but may itself import no layer.
 * @type {Record<string, readonly (readonly string[])[]>}
 */
export const LAYERS = {
  core: [
    ["approval", "audit", "checkpoint"],
    ["json", "process", "argv"],
    ["fs", "queue", "redact"],
    ["lock"],
    ["errors", "seams"],
  ],
  "pi-roblox": [["index"], ["integration"], ["runtime"], ["ownership"], ["transactions"], ["backends"], ["datamodel"]],
  "pi-multix": [["index"], ["tools", "commands", "hooks", "render"], ["session"], ["multix"]],
  "pi-sych": [
    ["index"],
    ["tools", "commands", "hooks", "render"],
    ["session"],
    ["supervisor", "review"],
    ["worker", "compaction", "research"],
    ["project"],
  ],
};

/** Modules that only the named folders of core may import: there, effects live. */
export const EFFECT_MODULES = [
  { module: /^(node:)?child_process$|^cross-spawn$/, allowed: [/^packages\/core\/src\/process\//] },
  { module: /^proper-lockfile$/, allowed: [/^packages\/core\/src\/lock\//] },
  { module: /^(node:)?(http|https|net|tls|dgram)$/, allowed: [/^packages\/pi-roblox\/src\/backends\//] },
];

/** Functions of node:fs that change the disk. Only core's own folders may import them. */
export const FS_WRITERS = [
  "appendFile",
  "chmod",
  "chown",
  "copyFile",
  "cp",
  "createWriteStream",
  "link",
  "lchmod",
  "lutimes",
  "mkdir",
  "mkdtemp",
  "mkdtempDisposable",
  "open",
  "rename",
  "rm",
  "rmdir",
  "symlink",
  "truncate",
  "unlink",
  "utimes",
  "write",
  "writeFile",
  "writev",
].flatMap((name) => [name, `${name}Sync`]);

export const FS_WRITERS_ALLOWED = [/^packages\/core\/src\/(fs|lock|audit|checkpoint)\//];
