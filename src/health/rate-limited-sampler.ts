import { type Sampler, SamplingDecision } from "@opentelemetry/sdk-trace-node";

/** Of what `sampler` takes, so many a second: a token bucket that holds one second's worth, so that a quiet service traces every request. */
export function rateLimited(sampler: Sampler, perSecond: number, now: () => number): Sampler {
  let tokens = perSecond;
  let filledAt = now();
  return {
    shouldSample(...asked) {
      const result = sampler.shouldSample(...asked);
      if (result.decision !== SamplingDecision.RECORD_AND_SAMPLED) return result;
      const at = now();
      tokens = Math.min(perSecond, tokens + ((at - filledAt) / 1000) * perSecond);
      filledAt = at;
      if (tokens < 1) return { ...result, decision: SamplingDecision.NOT_RECORD };
      tokens -= 1;
      return result;
    },
    toString: () => `RateLimited{${perSecond},${sampler}}`,
  };
}
