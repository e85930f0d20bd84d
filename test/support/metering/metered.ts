import { randomUUID } from "node:crypto";
import { afterAll, beforeAll } from "vitest";
import { type Accounts, createAccounts } from "../../../src/accounts/accounts.ts";
import { defaultPlans, type Plans } from "../../../src/accounts/plans.ts";
import type { Caller } from "../../../src/accounts/types.ts";
import { SimulatedClock } from "../../../src/base/clock.ts";
import { createMetering, type MeteringService } from "../../../src/metering/metering.ts";
import type { AdmissionRequest, Hold } from "../../../src/metering/types.ts";
import type { Store } from "../../../src/store/open-store.ts";
import { request } from "./requests.ts";

/** Accounts and metering over a suite's store, on a simulated clock. */
export interface Metered {
  clock: SimulatedClock;
  store: Store;
  metering: MeteringService;
  accounts: Accounts;
  /** An account with one key on a plan, optionally with a different number of points. */
  newCaller(plan?: string, points?: number): Promise<Caller>;
  /** Admits a request, or throws the rejection. */
  hold(caller: Caller, over?: Partial<AdmissionRequest>): Promise<Hold>;
}

export function useMetered(fresh: { open(): Promise<Store> }, plans: Plans = defaultPlans): Metered {
  const clock = new SimulatedClock();
  const metered = { clock } as Metered;
  beforeAll(async () => {
    metered.store = await fresh.open();
    metered.metering = createMetering({ store: metered.store, clock, plans });
    metered.accounts = createAccounts({ store: metered.store, clock, plans, metering: metered.metering });
  });
  afterAll(async () => {
    await metered.metering.close();
    metered.accounts.close();
  });
  metered.newCaller = async (plan = "free", points) => {
    const input = { email: `${randomUUID()}@people.example`, plan, points: points ?? null };
    const account = await metered.accounts.createAccount(input);
    const { secret } = await metered.accounts.createKey(account.id, { name: "key" });
    return (await metered.accounts.lookUpKey(secret)) as Caller;
  };
  metered.hold = async (caller, over) => {
    const admission = await metered.metering.admit(request(caller, over));
    if (admission.kind !== "admitted") throw new Error(admission.kind);
    return admission.hold;
  };
  return metered;
}
