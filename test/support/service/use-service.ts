import { rm } from "node:fs/promises";
import { afterAll, beforeAll } from "vitest";
import type { Plans } from "../../../src/accounts/plans.ts";
import type { Caller } from "../../../src/accounts/types.ts";
import { WinnowError } from "../../../src/contract/errors.ts";
import { lookupCountField } from "../../../src/contract/fields.ts";
import { cachedForADay } from "../../../src/contract/operation.ts";
import { perRequestWhenFound } from "../../../src/contract/price.ts";
import type { Source } from "../../../src/contract/source.ts";
import { createEngine, unconfigured } from "../../../src/extraction/engine.ts";
import { type HistoryRow, readHistory } from "../../../src/metering/history.ts";
import { newCallState, type OperationCall } from "../../../src/service/operation-call.ts";
import { createRegistry, type Entry, type Registry } from "../../../src/service/registry.ts";
import { createService, type Service, type ServiceDependencies } from "../../../src/service/service.ts";
import { openStore, type Store } from "../../../src/store/open-store.ts";
import { type CountingSource, countingSource } from "../jobs/counting-source.ts";
import { type Metered, useMetered } from "../metering/metered.ts";
import { openPlan } from "../metering/open-plan.ts";
import { storeFolder } from "../store/store-folder.ts";
import { serviceParts } from "./service-parts.ts";

export interface ServiceBench extends Metered {
  counting: CountingSource;
  registry: Registry;
  /** An operation priced by count, and a lookup whose responses are cached for a day. */
  things: Entry;
  names: Entry;
  /** Errors logged for the operator. */
  logged: string[];
  /** The service on the suite's store, with replaced parts if given. */
  service(over?: Partial<ServiceDependencies>): Service;
  pointsOf(caller: Caller): Promise<number>;
  /** The newest row of the account's history. */
  lastRow(caller: Caller): Promise<HistoryRow | undefined>;
  call(caller: Caller, over?: Partial<OperationCall> & { name?: string; count?: number }): OperationCall;
}

/** The service on a simulated clock, with a source that calls no site; on SQLite unless another store is given. */
export function useService(
  plans: Plans = openPlan(1_000),
  change: (source: Source) => Source = (as) => as,
  fresh?: { open(): Promise<Store> },
) {
  let dataDir = "";
  const bench = useMetered(
    {
      async open() {
        dataDir = await storeFolder("service");
        return fresh ? fresh.open() : openStore({ dataDir, url: "" });
      },
    },
    plans,
  ) as ServiceBench;
  const counting = countingSource();
  const things = counting.source.operations[0]!;
  const names = {
    ...things,
    path: "/api/counting/names",
    price: perRequestWhenFound(2),
    cache: cachedForADay("name"),
    request: { ...things.request, properties: { ...things.request.properties, count: lookupCountField(60) } },
  };
  const source = change({ ...counting.source, operations: [things, names] });
  const registry = createRegistry([source]);
  const log = { debug() {}, info() {}, warn() {}, error: (_: object, words: string) => void bench.logged.push(words) };

  beforeAll(() => {
    bench.service = (over) =>
      createService({
        ...serviceParts(bench.store, bench.clock),
        registry,
        clock: bench.clock,
        log,
        accounts: bench.accounts,
        metering: bench.metering,
        engine: createEngine({
          ...unconfigured,
          sources: [source],
          clock: bench.clock,
          log,
          unreadableDir: dataDir,
          originOf: () => "http://127.0.0.1:9",
          isStandIn: () => true,
        }),
        ...over,
      });
  });
  afterAll(async () => {
    if (!fresh) await bench.store.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  return Object.assign(bench, {
    counting,
    registry,
    things: registry.byName("counting/things")!,
    names: registry.byName("counting/names")!,
    logged: [],
    pointsOf: async (caller: Caller) => (await bench.metering.peek(caller)).points,
    lastRow: async ({ account }: Caller) =>
      (await readHistory(bench.store.db, { accountId: account.id, limit: 1, cursor: null })).rows[0],
    call: (
      caller: Caller,
      { name = "toy", count = 5, ...over }: Parameters<ServiceBench["call"]>[1] = {},
    ): OperationCall => ({
      entry: bench.things,
      entryPoint: "http",
      caller,
      request: { name, count, timeout: 300 },
      state: newCallState(bench.clock.now()),
      disconnect: new AbortController().signal,
      options: {},
      ...over,
    }),
  });
}

/** The code of its error; "none" if it succeeds. */
export async function thrownCode(work: () => unknown): Promise<string> {
  try {
    await work();
  } catch (error) {
    return error instanceof WinnowError ? error.code : String(error);
  }
  return "none";
}

export const recordsIn = (body: Uint8Array): unknown[] => JSON.parse(Buffer.from(body).toString());
