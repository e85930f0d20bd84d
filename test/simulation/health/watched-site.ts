import { randomUUID } from "node:crypto";
import type { Clock } from "../../../src/base/clock.ts";
import { requestDefaults } from "../../../src/contract/canary.ts";
import { WinnowError } from "../../../src/contract/errors.ts";
import type { Operation } from "../../../src/contract/operation.ts";
import type { Source } from "../../../src/contract/source.ts";
import type { StandInCall, StandInReply } from "../../../src/contract/stand-in.ts";
import { createHealth } from "../../../src/health/health.ts";
import { acceleratedClock } from "../../../src/source-testing/accelerated-clock.ts";
import { standInFor } from "../../../src/source-testing/stand-in-for.ts";
import type { Store } from "../../../src/store/open-store.ts";
import { pageAt, rewritten, type SiteChange } from "./site-changes.ts";
import { sitePages } from "./site-pages.ts";

/** What a caller got. */
export interface Outcome {
  records: Array<Record<string, unknown>>;
  warnings: string[];
  error: WinnowError | null;
}

type Rewrite = (reply: StandInReply, call: StandInCall) => StandInReply | Promise<StandInReply>;

/**
 * A site whose pages a test rewrites, read by the real engine over HTTP and watched by health. Time is simulated, and
 * jumps where a test would have to wait. Timers of health do not fire: the test runs canaries when they are due.
 */
export async function watchedSite(store: Store, source: Source, random: () => number) {
  const standIn = await source.standIn();
  const base = acceleratedClock(20);
  const clock: Clock & { ahead: number } = { ahead: 0, now: () => base.now() + clock.ahead, after: base.after };
  const state: { change: SiteChange | null; rewrite: Rewrite | null } = { change: null, rewrite: null };
  const pagesOf = sitePages[source.name] ?? (() => null);
  const firstPages = new Map<string, string>();
  const seenPages = new Map<string, string[]>();

  async function answer(call: StandInCall): Promise<StandInReply> {
    const reply = await standIn.answer(call);
    if (state.rewrite) return state.rewrite(reply, call);
    const { page: own, list } = pageAt(call);
    const seen = seenPages.get(list) ?? [];
    if (!seen.includes(own)) seenPages.set(list, [...seen, own]);
    const number = Math.max(1, seen.indexOf(own) + 1 || seen.length + 1);
    const body = String(reply.body);
    if (number === 1) firstPages.set(list, body);
    const { change } = state;
    if (!change || reply.status !== 200) return reply;
    clock.ahead += change.slowerMs ?? 0;
    const path = `${call.url.pathname}${call.url.search}`;
    const page = pagesOf(path, body);
    const first = pagesOf(path, firstPages.get(list) ?? body);
    return page && first ? { ...reply, body: rewritten(page, change, { random, number, list }, first) } : reply;
  }

  const watched = { ...source, standIn: async () => ({ ...standIn, answer }) };
  const still = { now: clock.now, after: () => () => {} };
  const health = createHealth({
    db: store.db,
    sources: [watched],
    isStandIn: () => true,
    originOf: () => bench.origin,
    clock: still,
    log: { info() {}, warn() {} },
  });
  const bench = await standInFor(watched, { observer: health.observer, refusalOf: health.refusalOf, clock });
  await health.start(bench.engine);
  const operationAt = (path: string): Operation =>
    source.operations.find((one) => one.path === `/api/${source.name}/${path}`)!;

  return {
    source: watched,
    health,
    state,
    clock,
    bench,
    operationAt,

    async call(caller: string, operation: Operation, body: Record<string, unknown>): Promise<Outcome> {
      const request = { ...requestDefaults(operation), ...body };
      const disconnect = new AbortController().signal;
      const run = bench.engine.extract({
        source: watched,
        operation,
        request,
        requestId: randomUUID(),
        caller,
        disconnect,
      });
      const records: Outcome["records"] = [];
      let error: WinnowError | null = null;
      try {
        for await (const record of run) records.push(record);
      } catch (thrown) {
        if (!(thrown instanceof WinnowError)) throw thrown;
        error = thrown;
      }
      for (let round = 0; round < 2; round++) await health.settled();
      return { records: error ? [] : records, warnings: run.findings.warnings, error };
    },

    canary: (operation: Operation) => health.canary(watched, operation),
    openFields: async () => (await health.store.openIncidents()).map(({ field, kind }) => field ?? kind).sort(),

    async close(): Promise<void> {
      await health.close();
      await bench.close();
    },
  };
}
