import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { describeOnDrawnStores } from "../../test/support/store/stores.ts";
import { SimulatedClock } from "../base/clock.ts";
import { limits } from "../limits/limits.ts";
import type { Schema } from "../store/schema.ts";
import { createGrowingDelay } from "./growing-delay.ts";
import { createSignInThrottle, type ThrottledAction, type TooManyAttempts } from "./sign-in-throttle.ts";

/** On the hour, where every window begins. */
const START = Date.parse("2027-03-01T12:00:00Z");

const waitOf = (tried: Promise<void>) =>
  tried.then(
    () => 0,
    (error: TooManyAttempts) => error.retryAfterSeconds,
  );

describeOnDrawnStores("limits of signing in", (fresh) => {
  let db: Promise<Kysely<Schema>> | undefined;
  const open = () => (db ??= fresh.open().then((store) => store.db));

  test("four attempts are free, then each waits longer, up to an hour; a success or a day resets the delay", async () => {
    const clock = new SimulatedClock(START);
    const delay = createGrowingDelay(await open(), clock);
    const waits = [];
    for (let attempt = 1; attempt <= 14; attempt++) {
      expect(await waitOf(delay.begin("ada"))).toBe(0);
      const wait = await waitOf(delay.begin("ada"));
      if (wait === 0) attempt++;
      waits.push(wait);
      clock.advance(wait * 1_000);
    }
    expect(waits).toEqual([0, 0, 30, 60, 120, 240, 480, 900, 1_800, 3_600, 3_600, 3_600]);
    expect(await waitOf(delay.begin("ada"))).toBe(0);
    expect(await waitOf(delay.begin("ada"))).toBe(3_600);
    expect(await waitOf(delay.begin("bob"))).toBe(0);
    await delay.forgive("ada");
    for (const wait of [0, 0, 0, 0, 0, 30]) expect(await waitOf(delay.begin("ada"))).toBe(wait);
    clock.advance(86_400_000 + 1);
    for (const wait of [0, 0, 0, 0, 0, 30]) expect(await waitOf(delay.begin("ada"))).toBe(wait);
  });

  test.each<[ThrottledAction, number, number]>([
    ["sign-in by network", limits.signIns.max, 300],
    ["known sign-in by network", limits.signInsOfKnownBrowsers.max, 300],
    ["sign-in by account", limits.signInsOfAnAccount.max, 3_600],
    ["sign-up by network", limits.signUps.max, 3_600],
    ["link by network", limits.mailedLinks.max, 3_600],
    ["mail by account", limits.mailsAskedFor.max, 3_600],
    ["mail by receiver", limits.mailsOfAReceiver.max, 3_600],
    ["password by account", limits.passwordsTried.max, 900],
  ])("%s: %i in %i seconds, in whatever case the subject is written", async (kind, limit, seconds) => {
    const clock = new SimulatedClock(START);
    const throttle = createSignInThrottle(await open(), clock);
    for (let nth = 0; nth < limit; nth++) await throttle.count(kind, nth % 2 ? "Ada " : "ada");
    clock.advance(1_000);
    await expect(throttle.count(kind, "ada")).rejects.toMatchObject({ retryAfterSeconds: seconds - 1 });
    await throttle.count(kind, "bob");
    clock.advance((seconds - 1) * 1_000);
    await throttle.count(kind, "ada");
  });
});
