import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { createAccounts } from "../../../src/accounts/accounts.ts";
import type { Caller } from "../../../src/accounts/types.ts";
import { systemClock as clock } from "../../../src/base/clock.ts";
import { createEngine, unconfigured } from "../../../src/extraction/engine.ts";
import { type OpenJobs, openJobs } from "../../../src/jobs/open-jobs.ts";
import { createMetering } from "../../../src/metering/metering.ts";
import { createRegistry, type Entry } from "../../../src/service/registry.ts";
import { createService } from "../../../src/service/service.ts";
import { openStore, type Store, type StoreSettings } from "../../../src/store/open-store.ts";
import { countingSource } from "../../support/jobs/counting-source.ts";
import { openPlan } from "../../support/metering/open-plan.ts";
import { serviceParts } from "../../support/service/service-parts.ts";

const log = { debug() {}, info() {}, warn() {}, error: (details: object) => console.error(details) };

export interface OpenDrill {
  store: Store;
  jobs: OpenJobs;
  /** An account with enough points. */
  caller: Caller;
  entry: Entry;
  /** Submits a batch of things with these names; returns its id. */
  submitBatch(names: string[], count?: number): Promise<string>;
  close(): Promise<void>;
}

/** Jobs of a source without a site, on a store, in real time; `concurrency` 0 for a process that only submits. */
export async function openDrill(settings: StoreSettings, concurrency: number): Promise<OpenDrill> {
  const plans = openPlan(0);
  const store = await openStore(settings);
  const metering = createMetering({ store, clock, plans });
  const accounts = createAccounts({ store, clock, plans, metering });
  const { source } = countingSource();
  const registry = createRegistry([source]);
  const engine = createEngine({
    ...unconfigured,
    sources: [source],
    originOf: () => "http://127.0.0.1:9",
    isStandIn: () => true,
    clock,
    log,
    unreadableDir: tmpdir(),
  });
  const service = createService({ ...serviceParts(store, clock), registry, accounts, metering, engine, clock, log });
  const jobs = await openJobs({
    store,
    metering,
    plans,
    service,
    clock,
    log,
    concurrency,
    secret: "a secret of the drill",
    publicUrl: "",
    webhookNetwork: { privateHosts: ["127.0.0.1"] },
  });
  const account = await accounts.createAccount({ email: `${randomUUID()}@people.example`, points: 0 });
  await accounts.grant(account.id, 1e9);
  const { secret } = await accounts.createKey(account.id, { name: "key" });
  const entry = registry.entries[0]!;
  const caller = (await accounts.lookUpKey(secret)) as Caller;
  return {
    store,
    jobs,
    entry,
    caller,
    async submitBatch(names, count = 1) {
      const requests = names.map((name) => ({ name, count, timeout: 60 }));
      const rest = { options: {}, waitHours: 24, invalid: [], idempotencyKey: null };
      return (await jobs.batches.submit({ entry, caller, requests, ...rest })).id;
    },
    async close() {
      await jobs[Symbol.asyncDispose]();
      await engine.close();
      accounts.close();
      await metering.close();
      await store.close();
    },
  };
}
