import { beforeAll, expect, test } from "vitest";
import { type Accounts, createAccounts } from "../accounts/accounts.ts";
import { defaultPlans } from "../accounts/plans.ts";
import type { KeyHolder } from "../accounts/types.ts";
import { SimulatedClock } from "../clock.ts";
import type { Store } from "../store/open-store.ts";
import { describeOnBothStores } from "../store/testing/stores.ts";
import { createMetering, type MeteringService } from "./metering.ts";
import type { AdmissionRequest, Outcome } from "./types.ts";

const outcome = (over: Partial<Outcome> = {}): Outcome => ({
  status: 200,
  cost: 10,
  results: 20,
  errorText: null,
  upstreamPages: 1,
  answer: null,
  ...over,
});

describeOnBothStores("metering", (fresh) => {
  const clock = new SimulatedClock();
  let store: Store;
  let metering: MeteringService;
  let accounts: Accounts;
  let people = 0;

  beforeAll(async () => {
    store = await fresh.open();
    metering = createMetering({ store, clock, plans: defaultPlans });
    accounts = createAccounts({ store, clock, plans: defaultPlans, metering });
    return async () => {
      await metering.close();
      accounts.close();
    };
  });

  async function newHolder(plan = "free"): Promise<KeyHolder> {
    const person = await accounts.createAccount({ email: `p${people++}@people.example`, plan });
    const { secret } = await accounts.createKey(person.id, { name: "key" });
    return (await accounts.lookUpKey(secret)) as KeyHolder;
  }

  const request = (holder: KeyHolder, over: Partial<AdmissionRequest> = {}): AdmissionRequest => ({
    requestId: crypto.randomUUID(),
    holder,
    endpoint: "/api/nlretail/products/search",
    source: "nlretail",
    door: "http",
    maxCost: 20,
    callerMaxCost: null,
    timeoutSeconds: 300,
    params: { keyword: "fiets", count: 40 },
    idempotency: null,
    ...over,
  });

  test("the most it can cost is held, the price is settled, the rest is freed", async () => {
    const holder = await newHolder();
    const admission = await metering.admit(request(holder));
    if (admission.kind !== "admitted") throw new Error(admission.kind);
    expect(admission.points).toBe(980);
    expect(admission.windows.map(({ usage }) => usage)).toEqual([1, 1, 1, 1, 1]);
    expect(await metering.settle(admission.hold, outcome())).toEqual({ charged: 10, points: 990 });
    expect(await metering.settle(admission.hold, outcome({ cost: 20 }))).toEqual({ charged: 10, points: 990 });
    expect(await metering.peek(holder)).toMatchObject({ points: 990 });
  });

  test("a key over a window is refused with the window that opens last", async () => {
    const holder = await newHolder();
    for (let call = 0; call < 5; call++) expect((await metering.admit(request(holder))).kind).toBe("admitted");
    const refused = await metering.admit(request(holder));
    expect(refused).toMatchObject({ kind: "over_window", window: { name: "ten_second", limit: 5, usage: 5 } });
    clock.advance(10_000);
    expect((await metering.admit(request(holder))).kind).toBe("admitted");
  });
});
