/** What must be true of that which an extension registers. Pure. */

/**
 * @typedef {{name: string, description?: string, promptSnippet?: string, promptGuidelines?: string[], parameters: unknown}} Tool
 * @typedef {{path: string, tools: Tool[], commands: string[], flags: string[], shortcuts: string[], hooks: string[], renderers: string[]}} Registered
 * @typedef {{tools: string[], commands: string[], flags: string[], shortcuts: string[], hooks: string[], renderers: string[]}} Surface
 */

const KINDS = /** @type {const} */ (["tools", "commands", "flags", "shortcuts", "hooks", "renderers"]);

const namesOf = (/** @type {Registered} */ registered, /** @type {typeof KINDS[number]} */ kind) =>
  (kind === "tools" ? registered.tools.map((tool) => tool.name) : registered[kind]).toSorted();

/** @param {Registered} registered @param {Surface} expected @returns {string[]} problems */
export function compareSurface(registered, expected) {
  return KINDS.flatMap((kind) => {
    const actual = namesOf(registered, kind).join(", ");
    const wanted = (expected[kind] ?? []).toSorted().join(", ");
    return actual === wanted ? [] : [`${kind}: expected [${wanted}], registered [${actual}]`];
  });
}

/** @param {Tool} tool @param {(schema: unknown) => string | undefined} schemaProblem @returns {string[]} problems */
export function toolProblems(tool, schemaProblem) {
  const { name, description = "", promptSnippet = "", promptGuidelines = [], parameters } = tool;
  const problem = schemaProblem(parameters);
  const namelessGuidelines = promptGuidelines.filter((line) => !line.includes(name));
  return [
    ...(description.trim().length < 20 ? [`${name} has no telling description`] : []),
    ...(promptSnippet.trim() === "" ? [`${name} has no promptSnippet`] : []),
    ...(promptGuidelines.length === 0 ? [`${name} has no promptGuidelines`] : []),
    // Pi appends guidelines of all tools to one list, so each must say which tool it is about.
    ...namelessGuidelines.map((line) => `a guideline of ${name} does not name it: ${line}`),
    ...(problem === undefined ? [] : [`parameters of ${name}: ${problem}`]),
  ];
}

/** Names that two extensions both register. @param {Registered[]} all @returns {string[]} problems */
export function clashes(all) {
  return /** @type {const} */ (["tools", "commands", "flags", "shortcuts"]).flatMap((kind) => {
    const names = all.flatMap((registered) => namesOf(registered, kind));
    return names
      .filter((name, index) => names.indexOf(name) !== index)
      .map((name) => `two extensions register ${kind} ${name}`);
  });
}
