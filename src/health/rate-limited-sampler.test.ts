import { ROOT_CONTEXT, SpanKind } from "@opentelemetry/api";
import { AlwaysOffSampler, AlwaysOnSampler, type Sampler, SamplingDecision } from "@opentelemetry/sdk-trace-node";
import { expect, test } from "vitest";
import { SimulatedClock } from "../clock.ts";
import { rateLimited } from "./rate-limited-sampler.ts";

const taken = (sampler: Sampler, requests: number): number =>
  Array.from({ length: requests }, (_, nth) =>
    sampler.shouldSample(ROOT_CONTEXT, nth.toString(16).padStart(32, "0"), "POST /", SpanKind.SERVER, {}, []),
  ).filter(({ decision }) => decision === SamplingDecision.RECORD_AND_SAMPLED).length;

test("a second's worth of traces is taken at once, then as many as a second allows", () => {
  const clock = new SimulatedClock();
  const sampler = rateLimited(new AlwaysOnSampler(), 20, () => clock.now());
  expect(taken(sampler, 100)).toBe(20);
  expect(taken(sampler, 100)).toBe(0);
  clock.advance(250);
  expect(taken(sampler, 100)).toBe(5);
  clock.advance(60_000);
  expect(taken(sampler, 100)).toBe(20);
});

test("what is not sampled anyway takes nothing from the rate", () => {
  const clock = new SimulatedClock();
  expect(
    taken(
      rateLimited(new AlwaysOffSampler(), 20, () => clock.now()),
      100,
    ),
  ).toBe(0);
});
