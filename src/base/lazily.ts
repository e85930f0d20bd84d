/** Creates a value on first use, once. */
export function lazily<Thing>(make: () => Promise<Thing>): () => Promise<Thing> {
  let made: Promise<Thing> | undefined;
  return () => (made ??= make());
}
