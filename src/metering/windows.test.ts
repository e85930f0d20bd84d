import { describe, expect, test } from "vitest";
import type { Plans } from "../accounts/plans.ts";
import { describeOnBothStores } from "../store/testing/stores.ts";
import { fillWindows } from "./simulation/fill-windows.ts";
import { useMetered } from "./testing/metered.ts";
import { request } from "./testing/requests.ts";
import { windowNames } from "./types.ts";
import { currentStart, windowEnd, windowStart } from "./windows.ts";

const at = Date.parse("2027-02-28T23:59:57.250Z");

describe("windows", () => {
  test("are aligned to UTC, the month to the calendar", () => {
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
  });
});

/** The long run is `node scripts/fill-windows.ts`. A plan whose ten-second window is the one under test; the rest never fill. */
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
      const holder = await metered.newHolder(`limit-${limit}`);
      for (const load of loads) {
        const asked = Math.floor(limit * load);
        const admitted = await fillWindows({ metering, clock, holder, asked, windows: 2 });
        expect(admitted, `load ${load}`).toEqual([Math.min(asked, limit), Math.min(asked, limit)]);
      }
    });
  }

  test("the refusal names the full window that opens last, with all five and the points", async () => {
    const { metering, clock, accounts } = metered;
    const holder = await metered.newHolder("limit-5");
    clock.advance(10_000 - (clock.now() % 10_000));
    for (let call = 0; call < 5; call++) await metered.hold(holder, { maxCost: 1 });
    const refused = await metering.admit(request(holder, { maxCost: 1 }));
    expect(refused).toMatchObject({
      kind: "over_window",
      window: { name: "ten_second", limit: 5, usage: 5, resets_at: clock.now() + 10_000 },
      points: 1e9 - 5,
    });
    // From memory now: the same answer, and another plan is asked about anew.
    expect(await metering.admit(request(holder, { maxCost: 1 }))).toEqual(refused);
    await accounts.setPlan(holder.person.id, "limit-60");
    const upgraded = { ...holder, person: { ...holder.person, plan: "limit-60" } };
    expect((await metering.admit(request(upgraded, { maxCost: 1 }))).kind).toBe("admitted");
  });

  test("a key known to be over a window is refused without the store until that window ends", async () => {
    const { metering, clock, store } = metered;
    const holder = await metered.newHolder("limit-5");
    clock.advance(10_000 - (clock.now() % 10_000));
    for (let call = 0; call < 6; call++) await metering.admit(request(holder, { maxCost: 1 }));
    // Behind the metering's back the key is gone: only memory can still answer.
    await store.db.deleteFrom("api_keys").where("id", "=", holder.key.id).execute();
    expect((await metering.admit(request(holder, { maxCost: 1 }))).kind).toBe("over_window");
    clock.advance(10_000);
    expect((await metering.admit(request(holder, { maxCost: 1 }))).kind).toBe("key_ended");
  });
});
