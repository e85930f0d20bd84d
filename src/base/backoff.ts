/** The wait before the next try, by how many have failed since the first: it grows up to the cap. */
export const backoff = (failed: number, firstMs: number, capMs: number, growth = 2): number =>
  Math.min(capMs, firstMs * growth ** Math.max(0, failed));
