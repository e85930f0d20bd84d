/** Reads the first rows of a paged list. */
export async function firstOf<T>(rows: AsyncIterable<T>, max: number): Promise<T[]> {
  const taken: T[] = [];
  if (max < 1) return taken;
  for await (const row of rows) {
    taken.push(row);
    if (taken.length >= max) break;
  }
  return taken;
}
