import { randomUUID } from "node:crypto";
import type { Canary } from "../contract/canary.ts";
import { WinnowError } from "../contract/errors.ts";
import type { ExampleBody, Operation } from "../contract/operation.ts";
import type { Source } from "../contract/source.ts";
import type { Recorder } from "../extraction/recording/recorder.ts";
import type { Engine } from "../extraction/types.ts";
import { unmetExpectation } from "./canary-expectations.ts";
import { CANARY_CALLER, canaryRequest, LookupFailed } from "./canary-lookups.ts";

export interface CanaryResult {
  operation: string;
  request: ExampleBody;
  ok: boolean;
  /** Whether the result reflects on the operation. False if its lookup failed, this process had no capacity, or the site has asked to wait. */
  judges: boolean;
  /** Why it failed, in a sentence. */
  problem: string | null;
  /** The error code, if the call itself failed. */
  code: WinnowError["code"] | null;
  /** The missing field, if that is the problem. */
  field: string | null;
  records: number;
  ms: number;
}

/** The call did not reach the site: this process had no capacity, or the site has asked to wait. */
const NOT_JUDGING: readonly WinnowError["code"][] = ["overloaded", "asked_to_wait"];

export interface CanaryOptions {
  now?: () => number;
  /** Creates a recorder for the exchanges of a canary that is about to run. */
  record?: (request: ExampleBody) => Recorder;
  /** Aborts the running canary and skips the rest. */
  signal?: AbortSignal | undefined;
}

/** Runs an operation's canaries: calls that must always work. Nobody is charged. */
export async function runCanaries(
  engine: Engine,
  source: Source,
  operation: Operation,
  canaries: Canary[],
  options: CanaryOptions = {},
): Promise<CanaryResult[]> {
  const results: CanaryResult[] = [];
  for (const canary of canaries) {
    if (options.signal?.aborted) break;
    results.push(await runCanary(engine, source, operation, canary, options));
  }
  return results;
}

async function runCanary(
  engine: Engine,
  source: Source,
  operation: Operation,
  canary: Canary,
  { now = Date.now, record, signal }: CanaryOptions,
): Promise<CanaryResult> {
  const startedAt = now();
  const disconnect = signal ?? new AbortController().signal;
  let request = canary.request;
  const records: Array<Record<string, unknown>> = [];
  const result = (found: Partial<CanaryResult>): CanaryResult => ({
    operation: operation.path,
    request,
    ok: false,
    judges: true,
    problem: null,
    code: null,
    field: null,
    records: records.length,
    ms: Math.round(now() - startedAt),
    ...found,
  });
  try {
    request = await canaryRequest({ engine, source, now: startedAt, disconnect }, operation, canary);
    const run = { source, operation, request, requestId: randomUUID(), caller: CANARY_CALLER, disconnect, probe: true };
    const recorder = record?.(request);
    for await (const found of engine.extract({ ...run, ...(recorder && { onExchange: recorder.onExchange }) })) {
      records.push(found);
    }
  } catch (error) {
    if (error instanceof LookupFailed) return result({ judges: false, problem: error.message });
    if (!(error instanceof WinnowError)) throw error;
    const { message, code } = error;
    return result({ judges: !NOT_JUDGING.includes(code), problem: message, code, field: missingFieldIn(message) });
  }
  const unmet = unmetExpectation(operation, canary, records);
  return result(unmet ?? { ok: true });
}

/** Extracts the field named in the coverage guard's message. */
export const missingFieldIn = (message: string): string | null => /"([^"]+)" is missing in/.exec(message)?.[1] ?? null;
