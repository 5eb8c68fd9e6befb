/** What must be true of that which an extension registers. Pure. */

/**
 * @typedef {{name: string, description?: string, promptSnippet?: string, promptGuidelines?: string[], parameters: unknown}} Tool
 * @typedef {{path: string, tools: Tool[], commands: string[], flags: string[], shortcuts: string[], hooks: string[], renderers: string[], undescribed: string[]}} Registered
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
  return /** @type {const} */ (["tools", "commands", "flags", "shortcuts", "renderers"]).flatMap((kind) => {
    const names = all.flatMap((registered) => namesOf(registered, kind));
    return names
      .filter((name, index) => names.indexOf(name) !== index)
      .map((name) => `two extensions register ${kind} ${name}`);
  });
}

/**
 * What models read of the tools, against what is recorded: a change of it is a change of behaviour, to be seen in review.
 * @param {Tool[]} tools @param {Tool[] | undefined} recorded @returns {string[]} problems
 */
export function compareTools(tools, recorded) {
  if (recorded === undefined) return ["nothing is recorded"];
  return tools.flatMap((tool) => {
    const before = recorded.find(({ name }) => name === tool.name);
    if (before === undefined) return [`${tool.name} is not recorded`];
    return /** @type {const} */ (["description", "promptSnippet", "promptGuidelines", "parameters"])
      .filter((field) => JSON.stringify(tool[field]) !== JSON.stringify(before[field]))
      .map((field) => `${field} of ${tool.name} differs from the record`);
  });
}
