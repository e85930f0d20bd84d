import { describe, expect, test } from "vitest";
import { fillWindows } from "../../test/simulation/metering/fill-windows.ts";
import { useMetered } from "../../test/support/metering/metered.ts";
import { request } from "../../test/support/metering/requests.ts";
import { describeOnBothStores } from "../../test/support/store/stores.ts";
import type { Plans } from "../accounts/plans.ts";
import { windowNames } from "./types.ts";
import {
  currentStart,
  ExhaustedWindows,
  type Five,
  fullWindow,
  monthAt,
  windowEnd,
  windowStart,
  windowStarts,
  windowStates,
} from "./windows.ts";

const at = Date.parse("2027-02-28T23:59:57.250Z");

describe("windows", () => {
  test("windows are aligned to UTC, the month to the calendar", () => {
    const spans = windowNames.map((name) => {
      const start = windowStart(name, at);
      return [new Date(start).toISOString(), new Date(windowEnd(name, start)).toISOString()];
    });
    expect(spans).toEqual([
      ["2027-02-28T23:59:50.000Z", "2027-03-01T00:00:00.000Z"],
      ["2027-02-28T23:59:00.000Z", "2027-03-01T00:00:00.000Z"],
      ["2027-02-28T23:00:00.000Z", "2027-03-01T00:00:00.000Z"],
      ["2027-02-28T00:00:00.000Z", "2027-03-01T00:00:00.000Z"],
      ["2027-02-01T00:00:00.000Z", "2027-03-01T00:00:00.000Z"],
    ]);
  });

  test("a clock that steps back stays in the newer window, unless it had been days ahead", () => {
    const march = Date.UTC(2027, 2, 1);
    const february = Date.UTC(2027, 1, 1);
    expect(currentStart(march, february, march - 1)).toBe(march);
    expect(currentStart(march, february, march - 2 * 86_400_000)).toBe(february);
    expect(currentStart(february, march, march)).toBe(march);
    expect(currentStart(march, february, march - 86_400_000)).toBe(march);
    expect(currentStart(march, february, march - 86_400_001)).toBe(february);
    expect(currentStart(march, march, march)).toBe(march);
  });

  test("a month also ends with the year, and is named by its year", () => {
    const december = Date.UTC(2027, 11, 31, 23, 59, 59, 999);
    expect(windowEnd("monthly", windowStart("monthly", december))).toBe(Date.UTC(2028, 0, 1));
    expect([monthAt(december), monthAt(december + 1)]).toEqual(["2027-12", "2028-01"]);
    expect(windowStarts(december + 1)).toEqual(Array(5).fill(Date.UTC(2028, 0, 1)));
    expect(windowStarts(december)).toEqual(windowNames.map((name) => windowStart(name, december)));
  });

  test("usage is that of the current window, and excludes past ones", () => {
    const starts = windowNames.map((name) => windowStart(name, at)) as Five;
    const limits: Five = [1, 2, 3, 4, 5];
    const now = windowStates(limits, starts, [1, 1, 1, 1, 1], at);
    expect(now.map(({ name, limit, usage }) => [name, limit, usage])).toEqual(
      windowNames.map((name, nth) => [name, limits[nth], 1]),
    );
    const later = windowStates(limits, starts, [1, 1, 1, 1, 1], Date.UTC(2027, 2, 1));
    expect(later.map(({ usage }) => usage)).toEqual([0, 0, 0, 0, 0]);
    expect(later[0]!.resets_at).toBe(Date.UTC(2027, 2, 1, 0, 0, 10));
  });

  test("of several full windows, the one that opens last counts; none if none is full", () => {
    const state = (usage: number, resets_at: number) => ({ name: "daily", limit: 2, usage, resets_at }) as const;
    expect(fullWindow([state(1, 9), state(0, 99)])).toBeNull();
    expect(fullWindow([state(2, 5), state(3, 7), state(1, 9)])!.resets_at).toBe(7);
    const [first, second] = [state(2, 5), state(2, 5)];
    expect(fullWindow([first, second])).toBe(first);
  });

  test("a key that is known to be over one is rejected until it ends, or the plan changes", () => {
    const full = new ExhaustedWindows();
    const starts = windowNames.map((name) => windowStart(name, at)) as Five;
    const limits: Five = [5, 60, 100, 1_000, 10_000];
    const known = { limits, starts, usage: [5, 5, 5, 5, 5] as Five, points: 7 };
    expect(full.refusal("key", limits, at)).toBeNull();
    full.remember("key", known);
    expect(full.refusal("key", limits, at)).toMatchObject({ window: { name: "ten_second", usage: 5 }, points: 7 });
    expect(full.refusal("key", limits, at)!.windows).toHaveLength(5);
    expect(full.refusal("other", limits, at)).toBeNull();
    // Forgotten once it is open: it is not full again even if the clock steps back.
    expect(full.refusal("key", limits, Date.UTC(2027, 2, 1))).toBeNull();
    expect(full.refusal("key", limits, at)).toBeNull();
    full.remember("key", known);
    expect(full.refusal("key", [5, 60, 100, 1_000, 10_001], at)).toBeNull();
    expect(full.refusal("key", limits, at)).toBeNull();
  });

  test("ten thousand such keys are remembered; one more clears them", () => {
    const full = new ExhaustedWindows();
    const starts = windowNames.map((name) => windowStart(name, at)) as Five;
    const limits: Five = [1, 9, 9, 9, 9];
    const known = { limits, starts, usage: [1, 1, 1, 1, 1] as Five, points: 0 };
    for (let nth = 0; nth < 10_000; nth++) full.remember(`key ${nth}`, known);
    expect(full.refusal("key 0", limits, at)).not.toBeNull();
    full.remember("one more", known);
    expect(full.refusal("key 0", limits, at)).toBeNull();
    expect(full.refusal("one more", limits, at)).not.toBeNull();
  });
});

/** In this plan only the ten-second window under test ever fills. */
const plansOf = (limits: number[]): Plans =>
  Object.fromEntries(
    limits.map((limit) => [
      `limit-${limit}`,
      { points: 1e9, once: true, ten_second: limit, minutely: 1e9, hourly: 1e9, daily: 1e9, monthly: 1e9 },
    ]),
  );

const loads = [0.9, 1, 2, 10];

describeOnBothStores("rate windows under load", (fresh) => {
  const limits = fresh.dialect === "sqlite" ? [5, 60, 1_000] : [5, 60, 300];
  const metered = useMetered(fresh, plansOf(limits));

  for (const limit of limits) {
    test(`of ${limit} at loads of 0.9, 1, 2 and 10 times, admitted equals the limit, exactly`, async () => {
      const { metering, clock } = metered;
      const caller = await metered.newCaller(`limit-${limit}`);
      for (const load of loads) {
        const asked = Math.floor(limit * load);
        const admitted = await fillWindows({ metering, clock, caller, asked, windows: 2 });
        expect(admitted, `load ${load}`).toEqual([Math.min(asked, limit), Math.min(asked, limit)]);
      }
    });
  }

  test("the rejection names the full window that opens last, with all five and the points", async () => {
    const { metering, clock, accounts } = metered;
    const caller = await metered.newCaller("limit-5");
    clock.advance(10_000 - (clock.now() % 10_000));
    for (let call = 0; call < 5; call++) await metered.hold(caller, { maxCost: 1 });
    const refused = await metering.admit(request(caller, { maxCost: 1 }));
    expect(refused).toMatchObject({
      kind: "over_window",
      window: { name: "ten_second", limit: 5, usage: 5, resets_at: clock.now() + 10_000 },
      points: 1e9 - 5,
    });
    // Now from memory: the same response, and for another plan the store is queried again.
    expect(await metering.admit(request(caller, { maxCost: 1 }))).toEqual(refused);
    await accounts.setPlan(caller.account.id, "limit-60");
    const upgraded = { ...caller, account: { ...caller.account, plan: "limit-60" } };
    expect((await metering.admit(request(upgraded, { maxCost: 1 }))).kind).toBe("admitted");
  });

  test("a key known to be over a window is rejected without the store until that window ends", async () => {
    const { metering, clock, store } = metered;
    const caller = await metered.newCaller("limit-5");
    clock.advance(10_000 - (clock.now() % 10_000));
    for (let call = 0; call < 6; call++) await metering.admit(request(caller, { maxCost: 1 }));
    // The key was deleted behind the metering's back: only memory can still respond.
    await store.db.deleteFrom("api_keys").where("id", "=", caller.key.id).execute();
    expect((await metering.admit(request(caller, { maxCost: 1 }))).kind).toBe("over_window");
    clock.advance(10_000);
    expect((await metering.admit(request(caller, { maxCost: 1 }))).kind).toBe("key_ended");
  });
});
