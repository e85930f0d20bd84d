import { TokenBucket } from "../base/token-bucket.ts";

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
  const bucket = new TokenBucket({ perSecond, most: perSecond, now });
  return () => (share >= 1 || Math.random() < share) && bucket.take();
}
