import { tmpdir } from "node:os";
import { afterEach, beforeAll } from "vitest";
import type { Plans } from "../../../src/accounts/plans.ts";
import type { Caller } from "../../../src/accounts/types.ts";
import type { Clock } from "../../../src/base/clock.ts";
import { createEngine, unconfigured } from "../../../src/extraction/engine.ts";
import type { Submission } from "../../../src/jobs/jobs.ts";
import { type OpenJobs, type OpenJobsDeps, openJobs } from "../../../src/jobs/open-jobs.ts";
import type { RunnerSettings } from "../../../src/jobs/running/runner.ts";
import type { Payer } from "../../../src/jobs/types.ts";
import type { JobView } from "../../../src/jobs/work-views.ts";
import { newCallState } from "../../../src/service/operation-call.ts";
import { createRegistry } from "../../../src/service/registry.ts";
import { createService, type Service } from "../../../src/service/service.ts";
import type { Store } from "../../../src/store/open-store.ts";
import { type Metered, useMetered } from "../metering/metered.ts";
import { openPlan } from "../metering/open-plan.ts";
import { serviceParts } from "../service/service-parts.ts";
import { type CountingSource, countingSource } from "./counting-source.ts";

const silent = { debug() {}, info() {}, warn() {}, error() {} };

export interface JobsBench extends Metered {
  counting: CountingSource;
  service: Service;
  /** A process on the suite's store that ends with its test. Pass a `clock` for one that must stand still. */
  process(
    settings?: Partial<RunnerSettings & Pick<OpenJobsDeps, "clock" | "store" | "webhookNetwork">>,
  ): Promise<OpenJobs>;
  submission(caller: Caller, name: string, over?: Partial<Submission> & { count?: number }): Submission;
  /** Submits a job that is not answered at once. */
  submit(
    process: OpenJobs,
    caller: Caller,
    name: string,
    over?: Parameters<JobsBench["submission"]>[2],
  ): Promise<JobView>;
  /** Work that this key changes or starts is charged to it. */
  payer(caller: Caller): Payer;
  /** The same after a crash: the jobs of all earlier processes are presumed lost. */
  processAfterCrash(settings?: Parameters<JobsBench["process"]>[0]): Promise<OpenJobs>;
  /** Advances simulated time step by step until the condition holds. */
  until<T>(look: () => Promise<T>, holds: (seen: T) => boolean, stepMs?: number): Promise<T>;
}

/** Far more than any test needs, so that a test that waits in vain fails with a message. */
const MAX_STEPS = 10_000;

export function useJobs(fresh: { open(): Promise<Store> }, plans: Plans = openPlan(10_000)): JobsBench {
  const bench = useMetered(fresh, plans) as JobsBench;
  const counting = countingSource();
  const opened: OpenJobs[] = [];
  const registry = createRegistry([counting.source]);

  const serviceOn = (clock: Clock) =>
    createService({
      ...serviceParts(bench.store, clock),
      registry,
      accounts: bench.accounts,
      metering: bench.metering,
      engine: createEngine({
        ...unconfigured,
        sources: [counting.source],
        originOf: () => "http://127.0.0.1:9",
        isStandIn: () => true,
        clock,
        log: silent,
        unreadableDir: tmpdir(),
      }),
      clock,
      log: silent,
    });

  beforeAll(() => {
    bench.service = serviceOn(bench.clock);
  });
  afterEach(async () => {
    for (const one of opened.splice(0)) await one[Symbol.asyncDispose]();
  });

  return Object.assign(bench, {
    counting,
    async process({ clock = bench.clock, ...settings }: Parameters<JobsBench["process"]>[0] = {}) {
      const { store, metering } = bench;
      const service = clock === bench.clock ? bench.service : serviceOn(clock);
      const one = await openJobs({
        store,
        metering,
        plans,
        service,
        clock,
        log: silent,
        graceMs: 0,
        secret: "a secret of the service",
        publicUrl: "https://winnow.example",
        webhookNetwork: { privateHosts: [] },
        ...settings,
      });
      opened.push(one);
      one.start();
      return one;
    },
    submission(caller: Caller, name: string, { count = 5, ...over }: Partial<Submission> & { count?: number } = {}) {
      return {
        entry: registry.entries[0]!,
        caller,
        request: { name, count, timeout: 300 },
        state: newCallState(bench.clock.now()),
        options: {},
        ...over,
      };
    },
    async submit(process: OpenJobs, caller: Caller, name: string, over: Parameters<JobsBench["submission"]>[2] = {}) {
      const submitted = await process.jobs.submit(bench.submission(caller, name, over));
      if (!("job" in submitted)) throw new Error("answered at once");
      return submitted.job;
    },
    payer: (caller: Caller) => ({ entry: registry.entries[0]!, leaves: () => false, caller: async () => caller }),
    async processAfterCrash(settings: Parameters<JobsBench["process"]>[0] = {}) {
      const { store } = bench;
      if (store.dialect === "sqlite") return bench.process({ ...settings, store: await fresh.open() });
      // As if the workers had been silent for an hour.
      await store.pool.query("update pgboss.job set heartbeat_on = now() - interval '1 hour' where state = 'active'");
      return bench.process(settings);
    },
    async until<T>(look: () => Promise<T>, holds: (seen: T) => boolean, stepMs = 500): Promise<T> {
      let seen = await look();
      for (let steps = 0; !holds(seen); steps++) {
        if (steps > MAX_STEPS) throw new Error(`it did not come about; last seen ${JSON.stringify(seen)}`);
        bench.clock.advance(stepMs);
        await new Promise((resolve) => setTimeout(resolve, 2));
        seen = await look();
      }
      return seen;
    },
  });
}
