import { beforeAll, expect, test } from "vitest";
import { describeOnDrawnStores } from "../../test/support/store/stores.ts";
import { SimulatedClock } from "../base/clock.ts";
import { WinnowError } from "../contract/errors.ts";
import { noFindings } from "../contract/findings.ts";
import type { Engine, RunReport } from "../extraction/types.ts";
import { toySource } from "../source-testing/toy-source.ts";
import type { Store } from "../store/open-store.ts";
import { createHealth, type Health } from "./health.ts";
import { readStatus } from "./status.ts";
import type { NewIncident } from "./types.ts";

const source = toySource();
const [operation] = source.operations;
const silent = { info() {}, warn() {} };

describeOnDrawnStores("health across processes and restarts", (place) => {
  let store: Store;
  const clock = new SimulatedClock();
  const notified: string[] = [];
  const onIncident = ({ kind }: NewIncident, what: string) => void notified.push(`${kind} ${what}`);
  const openHealth = (isStandIn = true) =>
    createHealth({
      db: store.db,
      sources: [source],
      isStandIn: () => isStandIn,
      originOf: () => "http://site.example",
      clock,
      log: silent,
      onIncident,
    });
  const report = (nth: number, error: WinnowError | null, filled = true): RunReport => {
    const sample = Array.from({ length: error ? 0 : 20 }, (_, at) => ({
      id: `${at}`,
      name: filled ? `thing ${at}` : null,
    }));
    const stats = { pages: 1, records: sample.length, retries: 0, bytes: 100 };
    const caller = `caller ${nth % 5}`;
    const request = { query: `${nth}`, count: 20, timeout: 60 };
    const found = { stats, findings: noFindings(), sample, recorder: null, error };
    return { source, operation, requestId: `${nth}`, caller, request, ms: 120, ...found };
  };
  const fail = (health: Health, times: number) => {
    for (let nth = 0; nth < times; nth++) {
      health.observer.run!(
        report(nth, new WinnowError("unreadable", undefined, { internal: '"name" is missing in 20 of 20 records' })),
      );
    }
  };

  beforeAll(async () => {
    store = await place.open();
  });

  test("an incident seen by two processes opens once, closes the gate in every process, and ends for all", async () => {
    const [one, other] = [openHealth(), openHealth()];
    fail(one, 5);
    fail(other, 5);
    await Promise.all([one.settled(), other.settled()]);
    expect(notified).toEqual(["failing opened"]);
    const third = openHealth();
    await third.refresh();
    expect(third.refusalOf(source, operation)).toMatchObject({ code: "unreadable", status: 500 });

    one.observer.run!(report(9, null));
    await one.settled();
    expect(notified).toEqual(["failing opened", "failing closed"]);
    expect(one.refusalOf(source, operation)).toBeNull();
    await third.refresh();
    expect(third.refusalOf(source, operation)).toBeNull();
  });

  test("status comes from the store: state, start, field, incident, the day's state", async () => {
    const health = openHealth();
    clock.advance(60_000);
    const since = clock.now();
    fail(health, 5);
    await health.settled();
    clock.advance(30 * 60_000);
    const [toy] = (await readStatus(health, clock.now())).sources;
    expect(toy).toMatchObject({
      name: "toy",
      state: "down",
      since,
      reason: 'The field "name" is missing.',
      fields: [{ operation: operation.path, field: "name", since }],
      operations: [{ path: operation.path, state: "down", success_rate: 1 / 16, p50_ms: 250 }],
    });
    expect(toy!.days).toHaveLength(90);
    expect(toy!.days.at(-1)).toMatchObject({
      day: "2027-03-01",
      down_minutes: 30,
      state: "down",
    });
    expect(toy!.days.at(-2)).toMatchObject({ state: "none" });
    expect(toy!.uptime).toBeCloseTo(1 - 30 / 1440, 5);
    health.observer.run!(report(50, null));
    await health.settled();
    const [well] = (await readStatus(health, clock.now())).sources;
    expect(well).toMatchObject({ state: "ok", since: null, fields: [] });
    expect(well!.incidents).toMatchObject([
      { kind: "failing", field: "name", state: "down", opened_at: since, closed_at: clock.now() },
      { kind: "failing", closed_at: since - 60_000 },
    ]);
  });

  test("an operator's decision applies in every process", async () => {
    const health = openHealth();
    await health.store.setOverride({
      source: "toy",
      state: "closed",
      note: "asked to stop",
      by: "op",
      at: clock.now(),
    });
    await health.refresh();
    expect(health.refusalOf(source, operation)).toMatchObject({ status: 412 });
    expect((await readStatus(health, clock.now())).sources[0]).toMatchObject({
      state: "down",
      reason: "asked to stop",
    });
    await health.store.clearOverride("toy");
    await health.refresh();
    expect(health.refusalOf(source, operation)).toBeNull();
  });

  test("a canary that finds no capacity does not judge the source", async () => {
    const health = openHealth();
    const busy = {
      extract() {
        throw new WinnowError("overloaded");
      },
    };
    await health.start(busy as unknown as Engine);
    expect(await health.canary(source, operation)).toMatchObject([{ ok: false, code: "overloaded" }]);
    expect(await health.store.openIncidents()).toEqual([]);
    await health.close();
  });

  test("a canary interrupted by a shutdown does not judge the source", async () => {
    const health = openHealth(false);
    let running = 0;
    const engine = {
      async *extract({ disconnect }: { disconnect: AbortSignal }) {
        running++;
        await new Promise((resolve) => disconnect.addEventListener("abort", resolve));
        throw new WinnowError("blocked");
      },
    };
    await health.start(engine as unknown as Engine);
    clock.advance(5_000);
    await expect.poll(() => running).toBe(1);
    await health.stop();
    await health.close();
    expect(await health.store.openIncidents()).toEqual([]);
  });

  test("the canaries of a stand-in run from its first call on", async () => {
    const health = openHealth();
    let runs = 0;
    const engine = {
      extract() {
        runs++;
        throw new WinnowError("overloaded");
      },
    };
    await health.start(engine as unknown as Engine);
    clock.advance(16 * 60_000);
    await health.settled();
    expect(runs).toBe(0);
    health.observer.run!(report(0, null));
    await expect
      .poll(() => {
        clock.advance(5_000);
        return runs;
      })
      .toBeGreaterThan(0);
    await health.close();
  });

  test("only one of several processes runs a due canary", async () => {
    const { store: own } = openHealth();
    expect([await own.claimCanary("/api/x", 100, 200), await own.claimCanary("/api/x", 150, 300)]).toEqual([
      true,
      false,
    ]);
    const claims = await Promise.all([1, 2, 3].map(() => own.claimCanary("/api/x", 200, 400)));
    expect(claims.filter(Boolean)).toHaveLength(1);
  });

  test("what was learned about values survives a restart, and processes learn from each other", async () => {
    const [one, other] = [openHealth(), openHealth()];
    for (let day = 0; day < 2; day++) {
      for (let nth = 100; nth < 120; nth++) one.observer.run!(report(nth, null));
      for (let nth = 120; nth < 140; nth++) other.observer.run!(report(nth, null));
      await Promise.all([one.settled(), other.settled()]);
      // Without a canary, what a day has not changed is confirmed.
      clock.advance(86_400_000);
    }
    await one.close();
    await other.close();
    const third = openHealth();
    await third.start({} as Engine);
    // Both processes' requests are known to a third: their names are gone now.
    for (const nth of [100, 139]) {
      const run = report(nth, null, false);
      expect(third.observer.verdict!(run)).toEqual({ isDoubtful: true, warnings: ["drift:name"], error: null });
    }
    await third.close();
  });

  test("figures older than ninety days are deleted", async () => {
    const health = openHealth();
    await health.store.prune("2027-03-05", clock.now() + 1);
    expect([await health.store.days("2000-01-01"), await health.store.incidents(0)]).toEqual([[], []]);
  });

  test("a recovery seen by one process is accepted by another that remembers failures", async () => {
    notified.length = 0;
    const [one, other] = [openHealth(), openHealth()];
    await Promise.all([one.refresh(), other.refresh()]);
    fail(one, 5);
    fail(other, 5);
    await Promise.all([one.settled(), other.settled()]);
    one.observer.run!(report(9, null));
    await one.settled();
    await other.refresh();
    for (let nth = 0; nth < 10; nth++) other.observer.run!(report(nth, null));
    await other.settled();
    expect(notified).toEqual(["failing opened", "failing closed"]);
  });

  test("when some calls fail in one process, one incident stays open until they succeed there or the process is gone", async () => {
    notified.length = 0;
    const [troubled, well] = [openHealth(), openHealth()];
    const succeed = async (health: Health, times: number) => {
      await health.refresh();
      for (let nth = 0; nth < times; nth++) health.observer.run!(report(nth, null));
      await health.settled();
    };
    const trouble = async () => {
      await succeed(troubled, 8);
      fail(troubled, 3);
      await troubled.settled();
    };
    await trouble();
    await succeed(well, 12);
    await succeed(troubled, 1);
    expect(notified).toEqual(["errors opened"]);
    await succeed(troubled, 12);
    fail(troubled, 1);
    await succeed(troubled, 19);
    expect(notified).toEqual(["errors opened"]);
    await succeed(troubled, 1);
    expect(notified).toEqual(["errors opened", "errors closed"]);

    clock.advance(15 * 60_000);
    await trouble();
    clock.advance(15 * 60_000);
    await succeed(well, 1);
    expect(notified).toEqual(["errors opened", "errors closed", "errors opened", "errors closed"]);
  });
});
