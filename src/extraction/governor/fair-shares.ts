interface Asking {
  permits: number;
  wants: number;
  servedAt: number;
}

export interface FairShare {
  permits: number;
  /** Of the rate, from 0 to 1. */
  part: number;
}

/**
 * Max-min fair: everybody gets one more in turn until they have what they want or there is no more; what nobody wants is
 * dealt out, too, so that a burst need not ask first. Where there is less than one for each, who has waited longest
 * comes first. The rate follows what is wanted.
 */
export function fairShares(asking: Record<string, Asking>, permits: number): Record<string, FairShare> {
  const order = Object.entries(asking).sort(([a, left], [b, right]) => {
    const waits = Number(left.permits > 0) - Number(right.permits > 0);
    // Among holders, who has more keeps it: an odd one does not wander about.
    return (
      waits || (left.permits > 0 ? right.permits - left.permits : left.servedAt - right.servedAt) || (a < b ? -1 : 1)
    );
  });
  const dealt = new Map(order.map(([name]) => [name, 0]));
  let left = dealInTurn(dealt, permits, (name) => asking[name]!.wants);
  const wanted = new Map(dealt);
  left = dealInTurn(dealt, left, () => Number.POSITIVE_INFINITY);
  const weight = [...wanted.values()].reduce((sum, count) => sum + count, 0);
  return Object.fromEntries(
    [...dealt].map(([name, count]) => [
      name,
      { permits: count, part: weight > 0 ? wanted.get(name)! / weight : count / Math.max(1, permits) },
    ]),
  );
}

/** Rounds of one each, up to what each may have; returns what is left. */
function dealInTurn(dealt: Map<string, number>, permits: number, most: (name: string) => number): number {
  let left = permits;
  for (let gave = true; gave && left > 0; ) {
    gave = false;
    for (const [name, count] of dealt) {
      if (left === 0 || count >= most(name)) continue;
      dealt.set(name, count + 1);
      left--;
      gave = true;
    }
  }
  return left;
}
