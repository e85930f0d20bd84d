import { beforeAll, describe, expect, test } from "vitest";
import { openPlan } from "../../test/support/metering/open-plan.ts";
import { describeOnBothStores } from "../../test/support/store/stores.ts";
import { SimulatedClock } from "../base/clock.ts";
import { createEndingTools } from "../jobs/ending-tools.ts";
import { limits } from "../limits/limits.ts";
import { createMetering, type MeteringService } from "../metering/metering.ts";
import type { Store } from "../store/open-store.ts";
import { type Accounts, createAccounts } from "./accounts.ts";
import { readAudit } from "./audit-log.ts";
import { createMembers, type Members } from "./members.ts";
import type { MemberRole } from "./roles.ts";

describeOnBothStores("accounts of several people", (fresh) => {
  let store: Store;
  let accounts: Accounts;
  let members: Members;
  let metering: MeteringService;
  const clock = new SimulatedClock(Date.UTC(2027, 0, 1));
  let made = 0;

  beforeAll(async () => {
    store = await fresh.open();
    const plans = openPlan(1_000);
    metering = createMetering({ store, clock, plans });
    accounts = createAccounts({ store, clock, plans, metering });
    members = createMembers({ store, clock, ...createEndingTools(store, clock, "a secret of the tests") });
  });

  const person = async () => {
    const { id } = await accounts.createAccount({ email: `member${made++}@people.example` });
    return { id, email_verified: true };
  };
  const join = (accountId: string, personId: string, role: MemberRole) =>
    store.db
      .insertInto("members")
      .values({ account_id: accountId, person_id: personId, role, created_at: clock.now() })
      .execute();
  type Person = Awaited<ReturnType<typeof person>>;
  /** An account with an owner, and a member of each role. */
  const team = async (...roles: MemberRole[]) => {
    const owner = await person();
    const { id } = await members.create(owner, "Shop");
    const others = await Promise.all(roles.map(() => person()));
    for (const [at, role] of roles.entries()) await join(id, others[at]!.id, role);
    const by = (who: { id: string }) => ({ person: who, accountId: id });
    const roleOf = async (who: { id: string }) => (await members.find(id, who.id))?.role ?? null;
    return { id, owner, others, by, roleOf };
  };
  const acts = async (subject: string) =>
    (await readAudit(store.db, { subject, limit: 50, cursor: null })).rows
      .map(({ who, what }) => ({ who, what }))
      .reverse();

  test("a new account has its owner, and no points of a trial, however often it is used", async () => {
    const { id, owner, roleOf } = await team();
    expect(await roleOf(owner)).toBe("owner");
    expect(await metering.accrue(id)).toEqual({ points: 0 });
    expect(await members.listAccounts(owner.id)).toEqual([{ id, name: "Shop", role: "owner" }]);
    expect(await acts(id)).toEqual([{ who: owner.id, what: "account created" }]);
    await expect(members.create({ ...owner, email_verified: false }, "Shop")).rejects.toThrow("Confirm your address");
  });

  test("a person owns at most limits.accountsOfAPerson accounts, also when many are created at once", async () => {
    const owner = await person();
    const { max } = limits.accountsOfAPerson;
    const all = await Promise.allSettled(Array.from({ length: max + 3 }, (_, at) => members.create(owner, `${at}`)));
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(max);
    expect(await members.listAccounts(owner.id)).toHaveLength(max);
  });

  test("an account keeps an owner when the last two leave, or take each other's role, at once", async () => {
    for (const change of ["leave", "demote"] as const) {
      const { owner, others, by, id } = await team("owner", "viewer");
      const [second] = others;
      const act = (who: { id: string }, other: { id: string }) =>
        change === "leave"
          ? members.remove(by(who), who.id, "revoke")
          : members.change(by(who), other.id, { role: "viewer" });
      const both = await Promise.allSettled([act(owner, second!), act(second!, owner)]);
      expect([change, both.map(({ status }) => status).sort()]).toEqual([change, ["fulfilled", "rejected"]]);
      const owners = (await members.list(id)).filter(({ role }) => role === "owner");
      expect([change, owners.length]).toEqual([change, 1]);
    }
    const { owner, by } = await team();
    await expect(members.remove(by(owner), owner.id, "revoke")).rejects.toThrow("at least one owner");
  });

  test("only an owner makes, changes or removes an owner; nobody changes anything after leaving", async () => {
    const { owner, others, by, roleOf } = await team("admin", "owner", "viewer");
    const [admin, second, viewer] = others as unknown as [Person, Person, Person];
    await expect(members.change(by(admin), viewer.id, { role: "owner" })).rejects.toThrow("Only an owner");
    await expect(members.change(by(admin), second.id, { role: "viewer" })).rejects.toThrow("Only an owner");
    await expect(members.remove(by(admin), second.id, "revoke")).rejects.toThrow("Only an owner");
    await members.transfer(by(owner), viewer.id);
    expect([await roleOf(owner), await roleOf(viewer)]).toEqual(["admin", "owner"]);
    await members.remove(by(viewer), owner.id, "revoke");
    await expect(members.rename(by(owner), "Mine")).rejects.toThrow("no such member");
  });

  test("an admin caps what developers spend, an owner anybody; a role and a cap change together or not at all", async () => {
    const { id, owner, others, by } = await team("admin", "admin", "developer");
    const [admin, second, developer] = others as unknown as [Person, Person, Person];
    const caps = async () => Object.fromEntries((await members.list(id)).map((one) => [one.id, one.spending_cap]));
    await members.change(by(admin), developer.id, { spending_cap: 50 });
    for (const { id: high } of [admin, second]) {
      const raised = members.change(by(admin), high, { spending_cap: null });
      await expect(raised).rejects.toThrow("Only an owner can change the spending cap of an owner or admin.");
    }
    await members.change(by(owner), admin.id, { spending_cap: 70 });
    await expect(members.change(by(owner), owner.id, { spending_cap: 5, role: "viewer" })).rejects.toThrow("one owner");
    await expect(members.change(by(owner), "nobody", { spending_cap: 5 })).rejects.toThrow("no such member");
    expect(await caps()).toEqual({ [owner.id]: null, [admin.id]: 70, [second.id]: null, [developer.id]: 50 });
    const {
      rows: [last],
    } = await readAudit(store.db, { subject: id, limit: 1, cursor: null });
    expect(last).toMatchObject({ who: owner.id, what: "member cap changed", before: { spending_cap: null } });
  });

  describe("a member's keys", () => {
    const state = async (secret: string) => {
      const found = await accounts.lookUpKey(secret);
      return typeof found === "string" ? found : "works";
    };

    test("end with the member, or go to whoever removes them; those of other members and accounts stay", async () => {
      const { id, owner, others, by } = await team("developer", "developer");
      const [one, two] = others as unknown as [Person, Person];
      const key = (who: { id: string }, account = id) =>
        accounts.createKey(account, { name: "key", person_id: who.id }, { person: who.id });
      const [ones, twos, own] = [await key(one), await key(two), await key(one, one.id)];
      await members.remove(by(owner), one.id, "revoke");
      expect([await state(ones.secret), await state(twos.secret), await state(own.secret)]).toEqual([
        "key_revoked",
        "works",
        "works",
      ]);
      await members.remove(by(owner), two.id, "hand over");
      expect(await state(twos.secret)).toBe("works");
      expect((await accounts.findKey(twos.key.id))?.person_id).toBe(owner.id);
      expect(await acts(id)).toEqual([
        { who: owner.id, what: "account created" },
        { who: one.id, what: "key created" },
        { who: two.id, what: "key created" },
        { who: owner.id, what: "key revoked" },
        { who: owner.id, what: "member removed" },
        { who: owner.id, what: "key handed over" },
        { who: owner.id, what: "member removed" },
      ]);
    });

    test("a member's keys are not created while the member is removed: none works afterwards", async () => {
      for (let round = 0; round < 5; round++) {
        const { id, owner, others, by } = await team("developer");
        const [one] = others;
        const creating = Array.from({ length: 6 }, () => accounts.createKey(id, { name: "k", person_id: one!.id }));
        const all = Promise.allSettled(creating);
        await members.remove(by(owner), one!.id, "revoke");
        const secrets = (await all).flatMap((made) => (made.status === "fulfilled" ? [made.value.secret] : []));
        for (const secret of secrets) expect(await state(secret)).toBe("key_revoked");
      }
    });

    test("a member's keys are refused to a viewer and to a stranger, and end when a developer becomes a viewer", async () => {
      const { id, owner, others, by } = await team("developer", "viewer");
      const [developer, viewer] = others as unknown as [Person, Person];
      const stranger = await person();
      for (const { id: person_id } of [viewer, stranger])
        await expect(accounts.createKey(id, { name: "k", person_id })).rejects.toThrow("no such account");
      const { secret } = await accounts.createKey(id, { name: "k", person_id: developer.id });
      await members.change(by(owner), developer.id, { role: "viewer" });
      expect(await state(secret)).toBe("key_revoked");
    });

    test("manage webhooks and destinations only while the member may", async () => {
      const { id, owner, others, by } = await team("developer", "admin");
      const [developer, admin] = others as unknown as [Person, Person];
      const asked = { name: "k", manages_delivery: true };
      const low = await accounts.createKey(id, { ...asked, person_id: developer.id });
      const high = await accounts.createKey(id, { ...asked, person_id: admin.id });
      expect([low.key.manages_delivery, high.key.manages_delivery]).toEqual([false, true]);
      await members.change(by(owner), admin.id, { role: "developer" });
      expect((await accounts.findKey(high.key.id))?.manages_delivery).toBe(false);
    });
  });

  test("a person leaves all accounts before being deleted, unless others would have no owner", async () => {
    const { owner, others, id, roleOf } = await team("developer", "owner");
    const alone = await members.create(owner, "Alone");
    const [developer, second] = others as unknown as [Person, Person];
    await members.leaveAll(owner.id);
    expect([await roleOf(owner), await members.find(alone.id, owner.id)]).toEqual([null, null]);
    expect(await accounts.findById(developer.id)).not.toBeNull();
    await expect(members.leaveAll(second.id)).rejects.toThrow("Shop: An account has at least one owner");
    expect((await members.find(id, second.id))?.role).toBe("owner");
  });
});
