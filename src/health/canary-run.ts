import { randomUUID } from "node:crypto";
import { canariesOf, defaultsOf, vitalFieldsOf } from "../contract/canary.ts";
import { WinnowError } from "../contract/errors.ts";
import type { Canary, Operation } from "../contract/operation.ts";
import type { Source } from "../contract/source.ts";
import { isEmpty } from "../extraction/field-fill.ts";
import type { Recorder } from "../extraction/recording/recorder.ts";
import type { Engine } from "../extraction/types.ts";

export const CANARY_CALLER = "canary";
const DEFAULT_COUNT = 20;
const TIMEOUT_SECONDS = 60;

export interface CanaryResult {
  operation: string;
  request: Record<string, unknown>;
  ok: boolean;
  /** Why not, in a sentence. */
  problem: string | null;
  /** The code of the failure, where the call itself failed. */
  code: WinnowError["code"] | null;
  /** The field that is missing, where that is the problem. */
  field: string | null;
  records: number;
  ms: number;
}

export interface CanaryOptions {
  now?: () => number;
  /** Listens to the exchanges of a canary that is about to run. */
  record?: (request: Record<string, unknown>) => Recorder;
  /** Breaks off the one that runs, and runs no other. */
  signal?: AbortSignal | undefined;
}

/** Runs the calls of an operation that must always work. They are charged to nobody. */
export async function runCanaries(
  engine: Engine,
  source: Source,
  operation: Operation,
  options: CanaryOptions = {},
): Promise<CanaryResult[]> {
  const results: CanaryResult[] = [];
  for (const canary of canariesOf(operation)) {
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
  const request: Record<string, unknown> = {
    ...defaultsOf(operation),
    ...("count" in operation.request.properties && { count: DEFAULT_COUNT }),
    ...canary.request,
    timeout: TIMEOUT_SECONDS,
  };
  const startedAt = now();
  const records: Array<Record<string, unknown>> = [];
  const result = (problem: string | null, code: CanaryResult["code"], field: string | null): CanaryResult => ({
    operation: operation.path,
    request,
    ok: problem === null,
    problem,
    code,
    field,
    records: records.length,
    ms: Math.round(now() - startedAt),
  });
  try {
    const disconnect = signal ?? new AbortController().signal;
    const run = { source, operation, request, requestId: randomUUID(), caller: CANARY_CALLER, disconnect, probe: true };
    const recorder = record?.(request);
    for await (const found of engine.extract({ ...run, ...(recorder && { onExchange: recorder.onExchange }) })) {
      records.push(found);
    }
  } catch (error) {
    if (!(error instanceof WinnowError)) throw error;
    return result(error.message, error.code, missingFieldIn(error.message));
  }
  const atLeast = canary.atLeast ?? 1;
  if (records.length < atLeast)
    return result(`${records.length} records, ${atLeast} or more were expected`, null, null);
  const watched = [...vitalFieldsOf(operation), ...(canary.filled ?? [])];
  const empty = watched.find((name) => records.every((record) => isEmpty(valueAt(record, name))));
  if (empty !== undefined) return result(`"${empty}" is missing in all ${records.length} records`, null, empty);
  if (canary.id !== undefined && !records.some(({ id }) => id === canary.id)) {
    return result(`the record with id ${JSON.stringify(canary.id)} is not among the ${records.length}`, null, null);
  }
  return result(null, null, null);
}

/** `price.amount` is a field of the record inside it. */
const valueAt = (record: Record<string, unknown>, field: string): unknown =>
  field.split(".").reduce<unknown>((value, name) => (value as Record<string, unknown> | null)?.[name], record);

/** The field that the coverage guard's words name. */
export const missingFieldIn = (message: string): string | null => /"([^"]+)" is missing in/.exec(message)?.[1] ?? null;
