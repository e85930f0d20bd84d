import { expect, test } from "vitest";
import { useMetered } from "../../test/support/metering/metered.ts";
import { describeOnBothStores } from "../../test/support/store/stores.ts";
import { defaultPlans } from "./plans.ts";
import type { Credit } from "./points-ledger.ts";
import { createWelcomePoints } from "./welcome-points.ts";

describeOnBothStores("welcome points", (fresh) => {
  const metered = useMetered(fresh);
  let made = 0;
  const account = (over: object = {}) =>
    metered.accounts.createAccount({ email: `welcome${made++}@people.example`, ...over });
  const given: Credit[] = [];
  const welcome = () =>
    createWelcomePoints({
      db: metered.store.db,
      plans: defaultPlans,
      clock: metered.clock,
      secret: "s",
      metering: {
        async credit(credit) {
          given.push(credit);
          return { points: 0 };
        },
        accrue: async (_id, instead) => ({ points: instead ?? -1 }),
      },
    });

  test("welcome points are given once to an address, in whatever spelling and to whichever account", async () => {
    const [one, other] = [await account({ points: 0 }), await account({ points: 0 })];
    given.length = 0;
    await welcome().give(one.id, "Ada@x.example");
    await welcome().give(one.id, "ada@x.example");
    await welcome().give(other.id, "ada+shop@x.example");
    expect(given).toEqual([{ accountId: one.id, kind: "grant", amount: 1_000, note: "plan free" }]);
    await welcome().give(other.id, "bob@x.example");
    expect(given).toHaveLength(2);
    const rows = await metered.store.db.selectFrom("welcome_points").selectAll().execute();
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain("ada");
  });

  test("welcome points are given once to an account, however often it changes its address", async () => {
    const mover = await account({ points: 0 });
    given.length = 0;
    for (const email of ["first@x.example", "second@x.example", "third@x.example"]) {
      await welcome().give(mover.id, email);
    }
    expect(given.map(({ accountId }) => accountId)).toEqual([mover.id]);
    // An address that earned nothing is not used up.
    const next = await account({ points: 0 });
    await welcome().give(next.id, "second@x.example");
    expect(given.map(({ accountId }) => accountId)).toEqual([mover.id, next.id]);
  });

  test("welcome points are not given again to an account that the operator opened with points", async () => {
    const { id } = await metered.accounts.createAccount({ email: "opened@x.example" });
    given.length = 0;
    await welcome().give(id, "opened@x.example");
    expect(given).toEqual([]);
  });

  test("exist only for plans that grant once and for existing accounts; an account starts with none", async () => {
    const paying = await account({ plan: "growth" });
    given.length = 0;
    await welcome().give(paying.id, "paying@x.example");
    await welcome().give("nobody", "nobody@x.example");
    expect(given).toEqual([]);
    expect(await welcome().open("x")).toEqual({ points: 0 });
  });

  test("wait for an account until its address is confirmed, unless the address has had them before", async () => {
    const { id } = await account({ points: 0 });
    expect(await welcome().waiting(id)).toBe(0);
    const claim = (email: string | null) =>
      metered.store.db.updateTable("people").set({ unconfirmed_email: email }).where("id", "=", id).execute();
    await claim("new@x.example");
    expect([await welcome().waiting(id), welcome().ofNewAccount()]).toEqual([1_000, 1_000]);
    await claim("Ada+again@x.example");
    expect(await welcome().waiting(id)).toBe(0);
    await claim("new@x.example");
    await welcome().give(id, "new@x.example");
    expect(await welcome().waiting(id)).toBe(0);
  });
});
