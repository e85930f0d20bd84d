import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createAccounts } from "../../accounts/accounts.ts";
import type { KeyHolder } from "../../accounts/types.ts";
import { systemClock as clock } from "../../clock.ts";
import type { Seeded } from "../../contract/seeded.ts";
import { createEngine } from "../../extraction/engine.ts";
import { createMetering } from "../../metering/metering.ts";
import { openPlan } from "../../metering/testing/open-plan.ts";
import { createRegistry } from "../../service/registry.ts";
import { createService } from "../../service/service.ts";
import { openStore, type StoreSettings } from "../../store/open-store.ts";
import { openJobs } from "../open-jobs.ts";
import { countingSource } from "../testing/counting-source.ts";
import { type KillFigures, killDrill } from "./kill-drill.ts";

const program = fileURLToPath(new URL("./working-process.ts", import.meta.url));
const compiled = fileURLToPath(new URL("../../../node_modules/.cache/winnow-compiled", import.meta.url));
const log = { debug() {}, info() {}, warn() {}, error() {} };

export interface DrillSize {
  items: number;
  processes: number;
  kills: number;
  /** Whether another comes in the place of one that was killed; else those that live take over. */
  respawn?: boolean;
}

/** A batch of slow items on processes that are killed, on one store. */
export async function drillBatch(settings: StoreSettings, random: Seeded, size: DrillSize): Promise<KillFigures> {
  const plans = openPlan(0);
  const store = await openStore(settings);
  const metering = createMetering({ store, clock, plans });
  const accounts = createAccounts({ store, clock, plans, metering });
  const { source } = countingSource();
  const registry = createRegistry([source]);
  const engine = createEngine({
    ...{ sources: [source], originOf: () => "http://127.0.0.1:9", clock, log, unreadableDir: tmpdir() },
  });
  const service = createService({ registry, accounts, metering, engine, clock, log });
  const jobs = await openJobs({
    ...{ store, metering, service, clock, log, concurrency: 0, leaseMs: 1_500 },
    ...{ secret: "a secret of the drill", webhookGate: { privateHosts: [] } },
  });
  try {
    const person = await accounts.createAccount({ email: `drill-${random.int(0, 1e15)}@people.example`, points: 0 });
    await accounts.grant(person.id, 1e9);
    const { secret } = await accounts.createKey(person.id, { name: "key" });
    const holder = (await accounts.lookUpKey(secret)) as KeyHolder;
    const requests = Array.from({ length: size.items }, (_, at) => ({ name: `slow-${at}`, count: 3, timeout: 60 }));
    const [entry] = registry.entries;
    const batch = { entry: entry!, holder, requests, maxCost: null, idempotencyKey: null };
    const { id } = await jobs.batches.submit(batch);
    return await killDrill({
      ...{ ...size, store, batchId: id, random, pause: () => sleep(20) },
      spawn: () =>
        spawn(process.execPath, [program, JSON.stringify(settings), "4"], {
          stdio: ["ignore", "ignore", "inherit"],
          // The second process and those after it start in half the time.
          env: { ...process.env, NODE_COMPILE_CACHE: compiled },
        }),
    });
  } finally {
    await jobs[Symbol.asyncDispose]();
    await engine.close();
    accounts.close();
    await metering.close();
    await store.close();
  }
}
