import { afterAll, beforeAll, expect, test } from "vitest";
import { useMetered } from "../../test/support/metering/metered.ts";
import { openPlan } from "../../test/support/metering/open-plan.ts";
import { outcome, request } from "../../test/support/metering/requests.ts";
import { describeOnBothStores } from "../../test/support/store/stores.ts";
import { createMembers, type Members } from "../accounts/members.ts";
import type { Caller } from "../accounts/types.ts";
import { createEndingTools } from "../jobs/ending-tools.ts";
import { createMetering, type MeteringService } from "./metering.ts";
import { capReached, readCapLeft } from "./spending-cap.ts";

const plans = openPlan(0);

describeOnBothStores("the spending cap of a member", (fresh) => {
  const metered = useMetered(fresh, plans);
  let members: Members;
  let otherProcess: MeteringService;
  let made = 0;

  beforeAll(() => {
    const { store, clock } = metered;
    members = createMembers({ store, clock, ...createEndingTools(store, clock, "a secret of the tests") });
    otherProcess = createMetering({ store, clock, plans });
  });
  afterAll(() => otherProcess.close());

  /** An account with an owner and developers, and a function that makes a key of one of them. */
  async function team({ points = 1_000, developers = 1 } = {}) {
    const { accounts, store, clock } = metered;
    const person = () => accounts.createAccount({ email: `capped${made++}@people.example`, points: 0 });
    const owner = await person();
    const { id } = await members.create({ id: owner.id, email_verified: true }, "Shop");
    await accounts.grant(id, points);
    const others = await Promise.all(Array.from({ length: developers }, person));
    const rows = others.map((other) => ({
      account_id: id,
      person_id: other.id,
      role: "developer" as const,
      created_at: clock.now(),
    }));
    await store.db.insertInto("members").values(rows).execute();
    const key = async (person_id: string, mode: "live" | "test" = "live"): Promise<Caller> => {
      const { secret } = await accounts.createKey(id, { name: "key", person_id, mode });
      return (await accounts.lookUpKey(secret)) as Caller;
    };
    const cap = (person: string, spending_cap: number | null) =>
      members.change({ accountId: id, person: owner }, person, { spending_cap });
    const spent = async (person: string) => (await members.list(id)).find((one) => one.id === person)!.spent;
    return { id, owner, developer: others[0]!, others, key, cap, spent };
  }

  test("counts what all their keys spend and hold, also revoked ones; nobody else's", async () => {
    const { metering, hold, accounts } = metered;
    const { owner, developer, key, cap, spent } = await team();
    const [one, two, owners] = [await key(developer.id), await key(developer.id), await key(owner.id)];
    await cap(developer.id, 30);
    await metering.settle(await hold(one, { maxCost: 20 }), outcome({ cost: 10 }));
    await accounts.revokeKey(one.key.id);
    const open = await hold(two, { maxCost: 15 });
    const refused = { kind: "over_spending_cap", whose: "member", left: 5 };
    expect(await metering.admit(request(two, { maxCost: 6 }))).toMatchObject(refused);
    expect(await readCapLeft(metered.store.db, two.key.id)).toEqual({ whose: "member", left: 5 });
    expect((await metering.admit(request(owners, { maxCost: 100 }))).kind).toBe("admitted");
    await metering.settle(open, outcome({ status: 500, cost: 0 }));
    expect((await metering.admit(request(two, { maxCost: 20 }))).kind).toBe("admitted");
    expect(await spent(developer.id)).toBe(10);
  });

  test("gives back what a recall returns, and what a hold whose process died had", async () => {
    const { metering, hold, clock } = metered;
    const { id, developer, key, cap, spent } = await team();
    const caller = await key(developer.id);
    await cap(developer.id, 20);
    const held = await hold(caller, { maxCost: 20 });
    await metering.settle(held, outcome({ cost: 20 }));
    expect((await metering.admit(request(caller, { maxCost: 1 }))).kind).toBe("over_spending_cap");
    await metering.recall({ accountId: id, keyId: caller.key.id, no: Number(held.id), recallNo: 1 });
    expect(await spent(developer.id)).toBe(0);
    await hold(caller, { maxCost: 20, timeoutSeconds: 1 });
    expect((await metering.admit(request(caller, { maxCost: 1 }))).kind).toBe("over_spending_cap");
    clock.advance(3_600_000);
    await metering.maintenance.expireHolds();
    expect((await metering.admit(request(caller, { maxCost: 20 }))).kind).toBe("admitted");
  });

  test("the spending cap of a member is freed by an equal Idempotency-Key whose process died, also when that was another key of theirs", async () => {
    const { metering, hold, clock } = metered;
    const { developer, key, cap } = await team();
    const [one, two] = [await key(developer.id), await key(developer.id)];
    await cap(developer.id, 20);
    const idempotency = { key: "again", digest: "same" };
    await hold(one, { maxCost: 20, timeoutSeconds: 1, idempotency });
    clock.advance(3_600_000);
    expect((await metering.admit(request(two, { maxCost: 20, idempotency }))).kind).toBe("admitted");
  });

  test("the spending cap of a member is exact when three keys of the member call on two processes at once", async () => {
    const { metering } = metered;
    const { developer, key, cap, spent } = await team();
    const callers = [await key(developer.id), await key(developer.id), await key(developer.id)];
    await cap(developer.id, 100);
    const kinds = await Promise.all(
      Array.from({ length: 300 }, async (_, at) => {
        const process = at % 2 === 0 ? metering : otherProcess;
        const admission = await process.admit(request(callers[at % 3]!, { maxCost: 1 }));
        if (admission.kind === "admitted") await process.settle(admission.hold, outcome({ cost: 1 }));
        return admission.kind;
      }),
    );
    expect(kinds.filter((kind) => kind === "admitted")).toHaveLength(100);
    expect(await spent(developer.id)).toBe(100);
  });

  test("leaves practice points out, and a key's own cap in force", async () => {
    const { metering, accounts, hold } = metered;
    const { developer, key, cap, spent } = await team();
    const [live, practice] = [await key(developer.id), await key(developer.id, "test")];
    await cap(developer.id, 10);
    await metering.settle(await hold(practice, { maxCost: 50 }), outcome({ cost: 50 }));
    expect([await spent(developer.id), (await metering.admit(request(live, { maxCost: 10 }))).kind]).toEqual([
      0,
      "admitted",
    ]);
    await accounts.changeKey(live.key.id, { spending_cap: 11 });
    await cap(developer.id, 1_000);
    expect(await metering.admit(request(live, { maxCost: 2 }))).toMatchObject({ whose: "key", left: 1 });
    expect(await readCapLeft(metered.store.db, live.key.id)).toEqual({ whose: "key", left: 1 });
  });

  test("counts a key for whoever has it: handed over, what it spent goes along", async () => {
    const { metering, hold } = metered;
    const { id, owner, developer, key, cap, spent } = await team();
    const caller = await key(developer.id);
    await metering.settle(await hold(caller, { maxCost: 7 }), outcome({ cost: 7 }));
    await cap(owner.id, 8);
    await members.remove({ accountId: id, person: owner }, developer.id, "hand over");
    expect(await spent(owner.id)).toBe(7);
    expect(await metering.admit(request(caller, { maxCost: 2 }))).toMatchObject({ whose: "member", left: 1 });
  });
});

test("the error says whose cap it is, and who can raise that of a member", () => {
  expect(capReached({ whose: "member", left: 2 }, "the next request can cost 9", "Nothing was changed.")).toMatchObject(
    {
      code: "over_spending_cap",
      detail:
        "The spending cap of the member who has this key is reached: the next request can cost 9, and the cap leaves 2. Nothing was changed. An owner or admin of the account can raise it on the Members page.",
    },
  );
});
