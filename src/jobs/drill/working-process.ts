import { tmpdir } from "node:os";
import { createAccounts } from "../../accounts/accounts.ts";
import { systemClock } from "../../clock.ts";
import { createEngine } from "../../extraction/engine.ts";
import { createMetering } from "../../metering/metering.ts";
import { openPlan } from "../../metering/testing/open-plan.ts";
import { createRegistry } from "../../service/registry.ts";
import { createService } from "../../service/service.ts";
import { openStore } from "../../store/open-store.ts";
import { openJobs } from "../open-jobs.ts";
import { countingSource } from "../testing/counting-source.ts";

/** A process that takes jobs until it is killed. The lease is short, so that a drill need not wait for it. */
const [settings, concurrency] = process.argv.slice(2) as [string, string];
const clock = systemClock;
const log = { debug() {}, info() {}, warn() {}, error: (details: object) => console.error(details) };
const plans = openPlan(0);
const store = await openStore(JSON.parse(settings));
const metering = createMetering({ store, clock, plans });
const accounts = createAccounts({ store, clock, plans, metering });
const { source } = countingSource();
const engine = createEngine({
  ...{ sources: [source], originOf: () => "http://127.0.0.1:9", isStandIn: () => true },
  ...{ clock, log, unreadableDir: tmpdir() },
});
const service = createService({ registry: createRegistry([source]), accounts, metering, engine, clock, log });
const jobs = await openJobs({
  ...{ store, metering, service, clock, log, leaseMs: 1_500, concurrency: Number(concurrency) },
  ...{ secret: "a secret of the drill", webhookGate: { privateHosts: [] } },
});
jobs.start();
