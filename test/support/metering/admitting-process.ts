import { createAccounts } from "../../../src/accounts/accounts.ts";
import type { Caller } from "../../../src/accounts/types.ts";
import { systemClock } from "../../../src/base/clock.ts";
import { createMetering } from "../../../src/metering/metering.ts";
import { openStore, type StoreSettings } from "../../../src/store/open-store.ts";
import { openPlan } from "./open-plan.ts";
import { outcome, request } from "./requests.ts";

/** What the parent orders: many concurrent calls with one key, on "go". */
export interface AdmittingOrder {
  settings: StoreSettings;
  secret: string;
  calls: number;
  cost: number;
}

let go = async (): Promise<number> => 0;

process.on("message", async (message: AdmittingOrder | "go") => {
  if (message === "go") process.send!(await go());
  else {
    go = await prepare(message);
    process.send!("ready");
  }
});

async function prepare({ settings, secret, calls, cost }: AdmittingOrder): Promise<() => Promise<number>> {
  const plans = openPlan(0);
  const store = await openStore(settings);
  const metering = createMetering({ store, clock: systemClock, plans });
  const accounts = createAccounts({ store, clock: systemClock, plans, metering });
  const caller = (await accounts.lookUpKey(secret)) as Caller;
  return async () => {
    const kinds = await Promise.all(
      Array.from({ length: calls }, async () => {
        const admission = await metering.admit(request(caller, { maxCost: cost }));
        if (admission.kind === "admitted") await metering.settle(admission.hold, outcome({ cost }));
        return admission.kind;
      }),
    );
    await metering.close();
    accounts.close();
    await store.close();
    return kinds.filter((kind) => kind === "admitted").length;
  };
}
