/** Where an instance is in the DataModel. Pure. */

/**
 * Names from below `game` to the instance: `["ServerScriptService", "Main"]`. Empty for the DataModel itself. Names may
 * hold any character and siblings may share one, so a path can mean several instances. In a project whose root is not a
 * DataModel the first name is that of the root.
 */
export type InstancePath = readonly string[];

/** True when `path` is `ancestor` or below it. */
export function isAtOrBelow(path: InstancePath, ancestor: InstancePath): boolean {
  return path.length >= ancestor.length && ancestor.every((name, index) => name === path[index]);
}

/** True when both paths hold the same names. */
export function isSamePath(a: InstancePath, b: InstancePath): boolean {
  return a.length === b.length && isAtOrBelow(a, b);
}
