/** Which requests are traced, of those whose caller says nothing about it. */
export interface Sampling {
  /** From 0 to 1. */
  share: number;
  perSecond: number;
  now(): number;
}

/**
 * Whether the next request is traced: of the share that is wished for so many a second, by a token bucket that holds one
 * second's worth. So a quiet service traces every request, and a busy one pays little for it.
 */
export function traceSampling({ share, perSecond, now }: Sampling): () => boolean {
  let tokens = perSecond;
  let filledAt = now();
  return () => {
    if (share < 1 && Math.random() >= share) return false;
    const at = now();
    tokens = Math.min(perSecond, tokens + ((at - filledAt) / 1000) * perSecond);
    filledAt = at;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}
