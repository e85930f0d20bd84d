import { describe, expect, test } from "vitest";
import { useMetered } from "../../test/support/metering/metered.ts";
import { describeOnBothStores } from "../../test/support/store/stores.ts";
import { SimulatedClock } from "../base/clock.ts";
import { limits } from "../limits/limits.ts";
import { localWindows } from "../store/shared-windows.ts";
import { newAccountFields } from "./account-row.ts";
import { readAudit } from "./audit-log.ts";
import { createBadKeys } from "./key-lookup.ts";
import { newSecret } from "./key-secret.ts";
import { defaultPlans } from "./plans.ts";

const said = (work: Promise<unknown>) =>
  work.then(
    (value) => value,
    (error: Error) => error.message,
  );

describeOnBothStores("accounts and their keys, to the edge", (fresh) => {
  const metered = useMetered(fresh);
  let made = 0;
  const account = (over: object = {}) =>
    metered.accounts.createAccount({ email: `edge${made++}@people.example`, ...over });

  describe("an account", () => {
    test("an account is created with a plan, a role, points and a name, by default the local part of its address", async () => {
      const { accounts } = metered;
      const plain = await account();
      expect(plain).toMatchObject({
        name: plain.email.split("@")[0],
        plan: "free",
        role: "member",
        second_factor: false,
      });
      expect(plain.modified_at).toBe(metered.clock.now());
      const admin = await account({ plan: "growth", role: "admin", points: 7, name: "Ada" });
      expect(admin).toMatchObject({ name: "Ada", plan: "growth", role: "admin" });
      expect((await accounts.listAccounts({ search: admin.email })).rows).toMatchObject([{ points: 7 }]);
      expect(await said(account({ plan: "none" }))).toBe(
        "there is no plan none; there are free, starter, growth, scale, pro, enterprise",
      );
      expect(await said(account({ plan: "toString" }))).toMatch(/^there is no plan toString/);
    });

    test.each(["a b@x.example", "@x.example", "a@", "a@b@c", "a", "a@x .example"])(
      "%s is not an address",
      async (email) => {
        expect(await said(metered.accounts.createAccount({ email }))).toBe(`${email} is not an email address`);
      },
    );

    test("can be looked up; changing its plan or role updates its modification time", async () => {
      const { accounts, clock } = metered;
      const { id } = await account();
      expect([await accounts.findById("none"), await accounts.findByEmail("none@x.example")]).toEqual([null, null]);
      clock.advance(1_000);
      await accounts.setRole(id, "admin");
      expect(await accounts.findById(id)).toMatchObject({ role: "admin", plan: "free", modified_at: clock.now() });
      clock.advance(1_000);
      await accounts.setPlan(id, "growth");
      expect(await accounts.findById(id)).toMatchObject({ role: "admin", plan: "growth", modified_at: clock.now() });
      expect(await said(accounts.setPlan(id, "none"))).toMatch(/^there is no plan none/);
      expect(await said(accounts.setPlan("nobody", "growth"))).toBe("there is no account nobody");
    });

    test("an account is listed by address, page by page, and found by address or name in any case", async () => {
      const { accounts } = metered;
      for (const name of ["zoe", "Yves", "xenia"])
        await account({ email: `${name}@listed.example`, name: `${name} Listed` });
      const emails = async (input: object) =>
        (await accounts.listAccounts(input)).rows.map(({ email }) => email.split("@")[0]);
      expect(await emails({ search: "@LISTED" })).toEqual(["xenia", "yves", "zoe"]);
      expect(await emails({ search: "YVES list" })).toEqual(["yves"]);
      const { next_cursor } = await accounts.listAccounts({ search: "@listed", limit: 1 });
      expect(await emails({ search: "@listed", limit: 1, cursor: next_cursor })).toEqual(["yves"]);
      expect(await emails({ search: "nothing like it" })).toEqual([]);
      expect((await accounts.listAccounts()).rows.length).toBeGreaterThan(3);
    });

    test("the list shows an unconfirmed address in place of the old one", async () => {
      const { id } = await account();
      const { db } = metered.store;
      await db.updateTable("people").set({ unconfirmed_email: "wished@people.example" }).where("id", "=", id).execute();
      expect((await metered.accounts.listAccounts({ search: "wished@" })).rows).toMatchObject([
        { id, email: "wished@people.example" },
      ]);
    });

    test("an account is granted whole points, never zero; only a correction takes points away; the newest entries come first", async () => {
      const { accounts } = metered;
      const { id } = await account({ points: 10 });
      for (const amount of [0, 1.5, Number.NaN, 2 ** 60])
        expect(await said(accounts.grant(id, amount))).toBe("points must be a whole number other than 0");
      expect(await said(accounts.grant(id, -1))).toBe("only a correction can take points away");
      expect(await said(accounts.grant(id, -1, { kind: "top_up" }))).toBe("only a correction can take points away");
      expect(await said(accounts.grant(id, -11, { kind: "correction" }))).toBe("only 10 points can be taken");
      expect(await said(accounts.grant(id, 1))).toEqual({ points: 11 });
      expect(await accounts.ledgerOf(id, 1)).toMatchObject([{ kind: "grant", amount: 1, note: null }]);
    });
  });

  describe("a key", () => {
    test("has exactly the restrictions that were chosen", async () => {
      const { accounts, clock } = metered;
      const { id } = await account();
      const { key } = await accounts.createKey(id, { name: "plain" });
      expect(key).toEqual({
        id: key.id,
        account_id: id,
        person_id: id,
        name: "plain",
        prefix: expect.stringMatching(/^wnw_\w{6}$/),
        is_primary: true,
        usage_context: "standard",
        sources: null,
        networks: null,
        spending_cap: null,
        manages_delivery: true,
        mode: "live",
        retain: "usual",
        spent: 0,
        expires_at: null,
        revoked_at: null,
        previous_ends_at: null,
        created_at: clock.now(),
        last_used_at: null,
      });
      const input = {
        name: "all",
        usage_context: "mcp_only",
        sources: ["stays"],
        spending_cap: 0,
        expires_at: 5,
      } as const;
      const all = await accounts.createKey(id, { ...input, sources: ["stays"] });
      expect(all.key).toMatchObject({ ...input, is_primary: false });
      expect([await accounts.findKey(all.key.id), await accounts.findKey("none")]).toEqual([all.key, null]);
    });

    test("an account can create only a limited number in a day, however many of them it revokes", async () => {
      const { accounts, clock } = metered;
      const { id } = await account();
      const make = async () => accounts.revokeKey((await accounts.createKey(id, { name: "k" })).key.id);
      for (let at = 0; at < limits.keysADay.max; at++) await make();
      expect(await said(make())).toBe("An account can create at most 200 keys in a day.");
      clock.advance(86_400_000);
      expect(await make()).toBe(true);
    });

    test("an account has at most a hundred unrevoked keys, listed in creation order", async () => {
      const { accounts, clock } = metered;
      const { id } = await account();
      const keys = [];
      for (let at = 0; at < limits.keys.max; at++) {
        clock.advance(1);
        keys.push((await accounts.createKey(id, { name: `${at}` })).key);
      }
      expect(limits.keys.max).toBe(100);
      expect(await said(accounts.createKey(id, { name: "more" }))).toBe("An account has at most 100 keys.");
      await accounts.revokeKey(keys[0]!.id);
      const revoked_at = clock.now();
      clock.advance(1);
      const next = await accounts.createKey(id, { name: "instead" });
      // The primary key was revoked, so the next standard key becomes primary.
      expect(next.key.is_primary).toBe(true);
      const listed = await accounts.listKeys(id);
      expect(listed.map(({ name }) => name)).toEqual([...keys.map(({ name }) => name), "instead"]);
      expect(listed[0]).toMatchObject({ is_primary: false, revoked_at });
    });

    test("the audit log keeps limits.ownersActsKept acts of a kind, and everything that admins changed", async () => {
      const { accounts, store } = metered;
      const { id } = await account();
      const { key } = await accounts.createKey(id, { name: "noted" });
      await accounts.rotateKey(key.id, 0, { by: "command line" });
      const { max } = limits.ownersActsKept;
      const own = store.db.selectFrom("audit_log").where("subject", "=", id);
      const changed = { at: 1, who: id, what: "key changed", subject: id, before: "null", after: "null" };
      const by = { ...changed, what: "points" };
      for (const row of [changed, by]) {
        const rows = Array.from({ length: max }, () => row);
        for (let at = 0; at < max; at += 100)
          await store.db
            .insertInto("audit_log")
            .values(rows.slice(at, at + 100))
            .execute();
      }
      for (let change = 0; change < 40; change += 1) await accounts.changeKey(key.id, { name: `${change}` });
      const kinds = await own
        .groupBy("what")
        .select(({ fn }) => ["what", fn.countAll<number>().as("rows")])
        .execute();
      const kept = Object.fromEntries(kinds.map(({ what, rows }) => [what, Number(rows)]));
      expect(kept).toMatchObject({ "key created": 1, "key rotated by the operator": 1, points: max });
      expect(kept["key changed"]).toBeLessThan(max + 20);
      const newest = (await readAudit(store.db, { subject: id, limit: 1, cursor: null })).rows[0]!;
      expect(newest.after).toMatchObject({ name: "39" });
    });

    test("changes are recorded in the audit log with their author and reason", async () => {
      const { accounts, store } = metered;
      const { id } = await account();
      const { key } = await accounts.createKey(id, { name: "noted" });
      metered.clock.advance(10_000);
      await accounts.rotateKey(key.id, 0, { by: "command line" });
      await accounts.changeKey(key.id, { name: "renamed" });
      expect(await accounts.revokeKey(key.id, { by: "admin", reason: "leaked" })).toBe(true);
      expect(await accounts.revokeKey(key.id, { by: "admin", reason: "again" })).toBe(false);
      const notes = (await readAudit(store.db, { subject: id, limit: 10, cursor: null })).rows.toReversed();
      const about = { key: key.id, name: "noted", prefix: key.prefix };
      expect(notes.map(({ who, what, before, after }) => [who, what, before, after])).toMatchObject([
        [id, "key created", null, about],
        ["command line", "key rotated by the operator", about, { reason: null }],
        [
          id,
          "key changed",
          { key: key.id, name: "noted", sources: null },
          { key: key.id, name: "renamed", networks: null },
        ],
        ["admin", "key revoked by the operator", { key: key.id, name: "renamed" }, { reason: "leaked" }],
      ]);
      const named = ["key", "name", "sources", "networks", "spending_cap", "expires_at", "manages_delivery", "retain"];
      expect([notes[2]!.before, notes[2]!.after].map((about) => Object.keys(about as object))).toEqual([named, named]);
      expect(notes[0]!.at).toBe(metered.clock.now() - 10_000);
    });

    test("a change sets only the given fields, and null removes a restriction; a revoked key cannot be changed", async () => {
      const { accounts } = metered;
      const { id } = await account();
      const { key } = await accounts.createKey(id, { name: "first", sources: ["stays"], spending_cap: 5 });
      const networks = ["192.0.2.0/24"];
      expect(await accounts.changeKey(key.id, { networks, name: "second" })).toMatchObject({
        name: "second",
        networks,
        sources: ["stays"],
        spending_cap: 5,
      });
      expect(await accounts.changeKey(key.id, { sources: null, networks: null, spending_cap: null })).toMatchObject({
        name: "second",
        networks: null,
        sources: null,
        spending_cap: null,
      });
      expect(await accounts.changeKey(key.id, { spending_cap: 9 })).toMatchObject({ spending_cap: 9 });
      expect(await accounts.changeKey("none", { spending_cap: 9 })).toBeNull();
      await accounts.revokeKey(key.id);
      expect([await accounts.changeKey(key.id, { name: "third" }), await accounts.changeKey("none", {})]).toEqual([
        null,
        null,
      ]);
    });

    test("a double click rotates it once; an expired key is not rotated", async () => {
      const { accounts, clock } = metered;
      const { id } = await account();
      const expires_at = clock.now() + 60_000;
      const { key } = await accounts.createKey(id, { name: "clicked", expires_at });
      expect(await accounts.rotateKey(key.id, 5_000)).not.toBeNull();
      clock.advance(1_999);
      expect(await accounts.rotateKey(key.id, 5_000)).toBeNull();
      clock.advance(1);
      expect(await accounts.rotateKey(key.id, 5_000)).not.toBeNull();
      // A different overlap is not a double click.
      expect(await accounts.rotateKey(key.id, 60_000)).not.toBeNull();
      clock.set(expires_at - 1);
      expect(await accounts.rotateKey(key.id, 0)).not.toBeNull();
      clock.set(expires_at);
      expect([await accounts.rotateKey(key.id, 0), await accounts.rotateKey("none", 0)]).toEqual([null, null]);
    });

    test("a program's key can be renewed; the previous secret works until the overlap ends", async () => {
      const { accounts, clock } = metered;
      const { id } = await account();
      const first = await accounts.createKey(id, { name: "program", expires_at: clock.now() + 1_000 });
      const until = { secret: newSecret(), expiresAt: clock.now() + 60_000, overlapMs: 500 };
      const renewed = await accounts.renewKey(first.key.id, until);
      // Renewing with the same secret changes nothing: the previous secret still works.
      expect(await accounts.renewKey(first.key.id, until)).toEqual(renewed);
      expect(renewed).toMatchObject({
        id: first.key.id,
        expires_at: until.expiresAt,
        previous_ends_at: clock.now() + 500,
      });
      expect([await accounts.lookUpKey(until.secret), await accounts.lookUpKey(first.secret)]).toMatchObject([
        { key: { id: first.key.id } },
        { key: { id: first.key.id } },
      ]);
      clock.advance(500);
      expect(await accounts.lookUpKey(first.secret)).toBe("key_expired");
      await accounts.revokeKey(first.key.id);
      expect(await accounts.renewKey(first.key.id, until)).toBeNull();
    });

    test("an account's keys are revoked together, and another account's keys stay", async () => {
      const { accounts } = metered;
      const [one, other] = [await account(), await account()];
      const keys = [await accounts.createKey(one.id, { name: "a" }), await accounts.createKey(one.id, { name: "b" })];
      const kept = await accounts.createKey(other.id, { name: "c" });
      const code = { hash: `code of ${one.id}`, client_id: "c", account_id: one.id, redirect_uri: "x", challenge: "x" };
      const rest = { sources: null, spending_cap: null, expires_at: 1, used_at: null, key_id: null };
      await metered.store.db
        .insertInto("oauth_codes")
        .values({ ...code, ...rest })
        .execute();
      await accounts.revokeKeysOf(one.id);
      expect(await Promise.all(keys.map(({ secret }) => accounts.lookUpKey(secret)))).toEqual([
        "key_revoked",
        "key_revoked",
      ]);
      expect(await accounts.lookUpKey(kept.secret)).toMatchObject({ key: { id: kept.key.id } });
      expect(
        await metered.store.db.selectFrom("oauth_codes").where("account_id", "=", one.id).selectAll().execute(),
      ).toEqual([]);
    });

    test("a change to a key or its account applies to the next call; the owner of a revoked key is still known", async () => {
      const { accounts } = metered;
      const { id } = await account();
      const { secret, key } = await accounts.createKey(id, { name: "seen" });
      const caller = async () => (await accounts.lookUpKey(secret)) as { key: object; account: object };
      expect(await caller()).toMatchObject({ key: { name: "seen" }, account: { plan: "free" } });
      await accounts.setPlan(id, "growth");
      await accounts.changeKey(key.id, { name: "changed", networks: ["192.0.2.0/24"] });
      expect(await caller()).toMatchObject({
        key: { name: "changed", networks: ["192.0.2.0/24"] },
        account: { plan: "growth" },
      });
      const [one, two] = await Promise.all([accounts.lookUpKey(secret), accounts.lookUpKey(newSecret())]);
      expect([one, two]).toMatchObject([{ key: { id: key.id } }, "key_invalid"]);
      await accounts.revokeKey(key.id);
      expect((await accounts.ownerOf(secret))?.account.id).toBe(id);
      expect([await accounts.ownerOf(newSecret()), await accounts.ownerOf("nonsense")]).toEqual([null, null]);
    });

    test("wrong keys from a network block its unknown keys for the rest of the minute, but not keys that worked before", async () => {
      const { accounts, clock } = metered;
      clock.set(Math.ceil(clock.now() / 60_000) * 60_000 + 15_000);
      const { id } = await account();
      const [known, unknown] = [
        await accounts.createKey(id, { name: "k" }),
        await accounts.createKey(id, { name: "u" }),
      ];
      const from = "203.0.113.9";
      await accounts.lookUpKey(known.secret, from);
      for (let wrong = 0; wrong < 60; wrong++) await accounts.lookUpKey("nonsense", from);
      expect(typeof (await accounts.lookUpKey(unknown.secret, "198.51.100.1"))).toBe("object");
      const another = await accounts.createKey(id, { name: "a" });
      for (let wrong = 0; wrong < 60; wrong++) expect(await accounts.lookUpKey(newSecret(), from)).toBe("key_invalid");
      expect(await accounts.lookUpKey(another.secret, from)).toEqual({ retryAfter: 45 });
      expect(await accounts.lookUpKey(known.secret, from)).toMatchObject({ key: { id: known.key.id } });
      expect(await accounts.lookUpKey(another.secret, "198.51.100.1")).toMatchObject({ key: { id: another.key.id } });
      clock.advance(45_000);
      expect(typeof (await accounts.lookUpKey(newSecret(), from))).toBe("string");
    });
  });
});

test("wrong keys are counted by network and minute; a good key is exempt until it is wrong", () => {
  const clock = new SimulatedClock("2027-03-01T12:00:15.500Z");
  const bad = createBadKeys(clock, localWindows(clock));
  bad.good("mine");
  bad.good("mine");
  for (let at = 1; at < limits.wrongKeys.max; at++) bad.bad("net", `wrong ${at}`);
  expect(bad.wait("net", "new")).toBe(0);
  bad.bad("net", "wrong");
  expect([bad.wait("net", "new"), bad.wait("net", "mine"), bad.wait("other", "new")]).toEqual([45, 0, 0]);
  bad.bad("net", "mine");
  expect(bad.wait("net", "mine")).toBe(45);
  clock.advance(44_499);
  expect(bad.wait("net", "new")).toBe(1);
  clock.advance(1);
  expect(bad.wait("net", "new")).toBe(0);
});

test("a login is the local part of the address with a unique suffix", () => {
  const { id, login, front_id } = newAccountFields("Ada.L@x.example");
  expect(front_id).toMatch(/^[0-9A-Za-z]{12}$/);
  expect([login, id.length]).toEqual([`ada.l-${front_id.slice(0, 6)}`, 36]);
});

test("plans match the price list", () => {
  expect(defaultPlans.free).toEqual({
    points: 1_000,
    once: true,
    ten_second: 5,
    minutely: 20,
    hourly: 200,
    daily: 1_000,
    monthly: 5_000,
  });
  const rows = Object.entries(defaultPlans).map(([name, plan]) => [name, ...Object.values(plan)].join(" "));
  expect(rows).toEqual([
    "free 1000 true 5 20 200 1000 5000",
    "starter 15000 false 20 60 1000 10000 100000",
    "growth 100000 false 50 200 5000 50000 500000",
    "scale 190000 false 100 400 10000 100000 1000000",
    "pro 425000 false 200 1000 30000 300000 3000000",
    "enterprise 1200000 false 500 2500 75000 750000 10000000",
  ]);
});
