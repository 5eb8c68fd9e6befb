/** Work on many items with few at a time, so that many files do not mean many open files or much memory. */

/** Enough to keep a disk busy with syncs; more brings nothing. */
export const FILE_LANES = 4;

/** Rejects with the first failure, after everything that was started has settled; nothing new is started after it. */
export async function forEachConcurrently<T>(
  items: Iterable<T>,
  lanes: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.iterator]();
  const failures: unknown[] = [];
  const lane = async (): Promise<void> => {
    for (let next = iterator.next(); !next.done && failures.length === 0; next = iterator.next()) {
      try {
        await work(next.value);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  if (failures.length > 0) throw failures[0];
}
