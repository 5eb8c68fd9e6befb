/** Runs a task for every item, a bounded number at a time, and gives the results in the order of the items. */

/** The first failure stops the start of further tasks; it is thrown when the running ones have ended. */
export async function mapBounded<Item, Result>(
  items: readonly Item[],
  limit: number,
  task: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results = Array.from<Result>({ length: items.length });
  // One iterator for all workers: each takes the next item.
  const entries = items.entries();
  let failure: { readonly error: unknown } | undefined;
  const work = async (): Promise<void> => {
    for (const [index, item] of entries) {
      if (failure !== undefined) return;
      try {
        results[index] = await task(item);
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work));
  if (failure !== undefined) throw failure.error;
  return results;
}
