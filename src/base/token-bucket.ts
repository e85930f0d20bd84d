export type TokenBucket = ReturnType<typeof createTokenBucket>;

/** Issues this many tokens a second, with bursts up to its capacity. */
export function createTokenBucket({ perSecond, max, now }: { perSecond: number; max: number; now(): number }) {
  let tokens = max;
  let filledAt = now();
  const bucket = {
    /** Takes a token; false if there was none. */
    take(): boolean {
      if (bucket.left < 1) return false;
      bucket.spend(1);
      return true;
    },
    /** Charges for work that is already done. The balance may go negative; then nobody gets a token until it recovers. */
    spend(amount: number): void {
      tokens -= amount;
    },
    get left(): number {
      const at = now();
      tokens = Math.min(max, tokens + ((at - filledAt) / 1000) * perSecond);
      filledAt = at;
      return tokens;
    },
  };
  return bucket;
}
