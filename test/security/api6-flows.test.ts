import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAccounts } from "../../src/accounts/accounts.ts";
import { defaultPlans } from "../../src/accounts/plans.ts";
import { createWelcomePoints } from "../../src/accounts/welcome-points.ts";
import { SimulatedClock } from "../../src/base/clock.ts";
import { limits } from "../../src/limits/limits.ts";
import { createMetering } from "../../src/metering/metering.ts";
import { Visitor } from "../support/dashboard/dashboard.ts";
import { outcome, request } from "../support/metering/requests.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { describeOnDrawnStores } from "../support/store/stores.ts";

/** OWASP API6:2023, unrestricted access to sensitive business flows: points and limits cannot be obtained twice. */

describeOnDrawnStores("what a key or an account is given", (fresh) => {
  let parts: Awaited<ReturnType<typeof open>>;
  const closing: Array<() => Promise<void>> = [];
  const clock = new SimulatedClock(Date.UTC(2026, 10, 15, 9));

  async function open() {
    const store = await fresh.open();
    const metering = createMetering({ store, clock, plans: defaultPlans });
    const accounts = createAccounts({ store, clock, plans: defaultPlans, metering });
    closing.push(async () => {
      accounts.close();
      await metering.close();
    });
    return { store, metering, accounts };
  }

  beforeAll(async () => {
    parts = await open();
  });
  afterAll(async () => {
    for (const close of closing) await close();
  });

  test("the limit on keys holds when many are created concurrently", async () => {
    const { accounts, store } = parts;
    const { id } = await accounts.createAccount({ email: "many@people.example" });
    for (let n = 0; n < limits.keys.max - 3; n++) await accounts.createKey(id, { name: "key" });
    const elsewhere = (await open()).accounts;
    const made = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) => (n % 2 ? accounts : elsewhere).createKey(id, { name: "late" })),
    );
    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    const keys = await accounts.listKeys(id);
    expect(keys).toHaveLength(limits.keys.max);
    expect(keys.filter(({ is_primary }) => is_primary)).toHaveLength(1);
    expect(store.dialect).toBe(fresh.dialect);
  });

  test("only one of several concurrent rotations succeeds", async () => {
    const { accounts } = parts;
    const { id } = await accounts.createAccount({ email: "rotate@people.example" });
    const { key } = await accounts.createKey(id, { name: "key" });
    const elsewhere = (await open()).accounts;
    const rotated = await Promise.all([1, 2, 3, 4].map((n) => (n % 2 ? accounts : elsewhere).rotateKey(key.id, 1000)));
    expect(rotated.filter((one) => one !== null)).toHaveLength(1);
    expect(await accounts.listKeys(id)).toHaveLength(1);
  });

  test("rotation keeps windows and cap: old and new secret count together", async () => {
    const { accounts, metering } = parts;
    const { id } = await accounts.createAccount({ email: "cap@people.example", plan: "free", points: 1000 });
    const old = await accounts.createKey(id, { name: "key", spending_cap: 30 });
    const spend = async (secret: string) => {
      const caller = await accounts.lookUpKey(secret);
      if (typeof caller === "string" || !("key" in caller)) throw new Error("the key has ended");
      const admission = await metering.admit(request(caller, { maxCost: 10 }));
      if (admission.kind !== "admitted") return admission.kind;
      await metering.settle(admission.hold, outcome({ cost: 10 }));
      return "admitted";
    };
    expect(await spend(old.secret)).toBe("admitted");
    const { secret, key } = (await accounts.rotateKey(old.key.id, 60_000))!;
    expect(key).toMatchObject({ id: old.key.id, spending_cap: 30, spent: 10 });
    expect([await spend(old.secret), await spend(secret)]).toEqual(["admitted", "admitted"]);
    expect([await spend(old.secret), await spend(secret)]).toEqual(["over_spending_cap", "over_spending_cap"]);
    const caller = await accounts.lookUpKey(secret);
    expect((await metering.peek(caller as never)).windows[0]!.usage).toBe(3);
  });

  describe("the free plan's points", () => {
    test("the free plan's points are granted once per address, on confirmation, even after its account was deleted", async () => {
      const { accounts, metering, store } = parts;
      const secret = "a secret of the tests, which is long enough";
      const welcome = createWelcomePoints({ db: store.db, metering, plans: defaultPlans, clock, secret });
      const open = async (email: string) => {
        const { id } = await accounts.createAccount({ email, points: 0 });
        await welcome.open(id);
        const before = (await metering.accrue(id)).points;
        await welcome.give(id, "wren@people.example");
        await welcome.give(id, "WREN+again@people.example");
        const after = (await metering.accrue(id)).points;
        await store.db.deleteFrom("people").where("id", "=", id).execute();
        return [before, after];
      };
      expect(await open("wren@people.example")).toEqual([0, 1000]);
      expect(await open("wren2@people.example")).toEqual([0, 0]);
    });
  });
});

describe("sign-ups on a service without mail", () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.close());

  test.each<[string, Record<string, string>]>([
    ["from this machine, as a proxy without headers would send them", {}],
    ["from behind a proxy", { "x-forwarded-for": "203.0.113.7" }],
    ["with a token that is not the operator's", { "x-operator-token": "guess" }],
  ])("%s get the points of their plan only after their address is confirmed", async (kind, from) => {
    const email = `${kind.length}@people.example`;
    const visitor = new Visitor(service);
    const { me } = await visitor.signUp(email, undefined, from);
    expect(me.points).toBe(0);
    await visitor.confirm(email);
    expect((await visitor.get("/session")).body.me.points).toBe(1_000);
  });
});
