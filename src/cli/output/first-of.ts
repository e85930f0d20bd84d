/** Reads the first rows of a paged list. */
export async function firstOf<T>(rows: AsyncIterable<T>, most: number): Promise<T[]> {
  const taken: T[] = [];
  if (most < 1) return taken;
  for await (const row of rows) {
    taken.push(row);
    if (taken.length >= most) break;
  }
  return taken;
}
