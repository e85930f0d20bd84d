import { createAccounts } from "../src/accounts/accounts.ts";
import type { Plans } from "../src/accounts/plans.ts";
import type { Caller } from "../src/accounts/types.ts";
import { SimulatedClock } from "../src/base/clock.ts";
import { createMetering } from "../src/metering/metering.ts";
import { openStore } from "../src/store/open-store.ts";
import { fillWindows } from "../test/simulation/metering/fill-windows.ts";
import { onStores } from "./support/on-stores.ts";

/** Limits of 5 to 10,000 at loads of 0.9 to 10 times, over many windows, on each store: exactly the limit is admitted. */
const limits = [5, 20, 60, 200, 1_000, 3_000, 10_000];
const loads = [0.9, 1, 2, 10];
const plans: Plans = Object.fromEntries(
  limits.map((limit) => [
    `limit-${limit}`,
    { points: 1e9, once: true, ten_second: limit, minutely: 1e9, hourly: 1e9, daily: 1e9, monthly: 1e9 },
  ]),
);
let wrong = 0;

await onStores({ fsync: false }, async (_name, settings) => {
  const store = await openStore(settings);
  const clock = new SimulatedClock();
  const metering = createMetering({ store, clock, plans });
  const accounts = createAccounts({ store, clock, plans, metering });
  for (const limit of limits) {
    const account = await accounts.createAccount({ email: `limit-${limit}@people.example`, plan: `limit-${limit}` });
    const { secret } = await accounts.createKey(account.id, { name: "key" });
    const caller = (await accounts.lookUpKey(secret)) as Caller;
    for (const load of loads) {
      const asked = Math.floor(limit * load);
      const windows = limit > 1_000 ? 3 : 10;
      const admitted = await fillWindows({ metering, clock, caller, asked, windows });
      const right = admitted.every((count) => count === Math.min(asked, limit));
      if (!right) wrong++;
      console.log(`${store.dialect}, limit ${limit}, load ${load}: ${right ? "exact" : `wrong: ${admitted}`}`);
    }
  }
  accounts.close();
  await metering.close();
  await store.close();
});
process.exitCode = wrong > 0 ? 1 : 0;
