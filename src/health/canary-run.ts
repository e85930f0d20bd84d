import { randomUUID } from "node:crypto";
import { type Canary, canaryBody } from "../contract/canary.ts";
import { WinnowError } from "../contract/errors.ts";
import type { ExampleBody, Operation } from "../contract/operation.ts";
import type { Source } from "../contract/source.ts";
import { unmetExpectation } from "../extraction/canary-expectations.ts";
import type { Recorder } from "../extraction/recording/recorder.ts";
import type { Engine } from "../extraction/types.ts";
import { CANARY_CALLER, findIds, LookupFailed } from "./canary-lookups.ts";
import { failureKind } from "./failures.ts";
import { tuning } from "./values/tuning.ts";

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

const isCallersOwn = ({ code }: WinnowError): boolean => failureKind(code) === null && !NOT_JUDGING.includes(code);

/** By the canary's position among those of its operation. */
export type CanaryIds = Map<number, ExampleBody[]>;

export interface CanaryOptions {
  now?: () => number;
  /** Ids of detail pages that each canary has found, so that it does not depend on the lookup. It adds and removes them. */
  ids?: CanaryIds;
  /** How many of them it calls. */
  maxIds?: number;
  /** Creates a recorder for the exchanges of a canary that is about to run. */
  record?: (request: ExampleBody) => Recorder;
  /** Aborts the running canary and skips the rest. */
  signal?: AbortSignal | undefined;
  /** Gets the records of each call that succeeded. */
  onRecords?: (request: ExampleBody, records: Array<Record<string, unknown>>) => void;
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
  for (const [nth, canary] of canaries.entries()) {
    if (options.signal?.aborted) break;
    results.push(await runCanary({ engine, source, operation, canary, nth }, options));
  }
  return results;
}

interface Called {
  engine: Engine;
  source: Source;
  operation: Operation;
  canary: Canary;
  nth: number;
}

async function runCanary(about: Called, options: CanaryOptions): Promise<CanaryResult> {
  const { engine, source, operation, canary, nth } = about;
  const { now = Date.now, ids = new Map<number, ExampleBody[]>(), maxIds = 1, record } = options;
  const disconnect = options.signal ?? new AbortController().signal;
  const startedAt = now();
  const records: Array<Record<string, unknown>> = [];
  let request = canary.request;
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
  const bodyWith = (found: ExampleBody) => ({ ...canaryBody(operation, canary.request, startedAt), ...found });
  const known = ids.get(nth) ?? [];
  try {
    const called = known.length > 0 ? known : await lookUp();
    const gone = new Map<ExampleBody, WinnowError>();
    for (const id of called) {
      request = bodyWith(id);
      await call(request).catch((error: unknown) => {
        if (!canary.find || !(error instanceof WinnowError) || !isCallersOwn(error)) throw error;
        gone.set(id, error);
      });
    }
    // The site drops a detail page now and then, but not several at once.
    const [last] = [...gone.values()].slice(-1);
    if (last && gone.size >= tuning.part * called.length) throw last;
    if (last) ids.delete(nth);
  } catch (error) {
    if (error instanceof LookupFailed) return result({ judges: false, problem: error.message });
    if (!(error instanceof WinnowError)) throw error;
    const { message, code } = error;
    return result({ judges: !NOT_JUDGING.includes(code), problem: message, code, field: missingFieldIn(message) });
  }
  return result(unmetExpectation(operation, canary, records) ?? { ok: true });

  async function lookUp(): Promise<ExampleBody[]> {
    const found = await findIds({ engine, source, now: startedAt, disconnect }, operation, canary, maxIds);
    if (canary.find) ids.set(nth, found);
    return found;
  }

  async function call(body: ExampleBody): Promise<void> {
    const run = { source, operation, request: body, requestId: randomUUID(), caller: CANARY_CALLER, disconnect };
    const first = records.length;
    for await (const found of engine.extract({ ...run, probe: true, recorder: record?.(body) })) records.push(found);
    options.onRecords?.(body, records.slice(first));
  }
}

/** Extracts the field named in the coverage guard's message. */
export const missingFieldIn = (message: string): string | null => /"([^"]+)" is missing in/.exec(message)?.[1] ?? null;
