import { expect, test } from "vitest";
import { useMetered } from "../../test/support/metering/metered.ts";
import { describeOnBothStores } from "../../test/support/store/stores.ts";
import { createAccounts } from "./accounts.ts";
import { appendAudit, readAudit } from "./audit-log.ts";
import { newSecret } from "./key-secret.ts";
import { checkPlans, defaultPlans } from "./plans.ts";

describeOnBothStores("accounts and keys", (fresh) => {
  const metered = useMetered(fresh);
  let made = 0;
  const newAccount = () => metered.accounts.createAccount({ email: `Person${made++}@People.example`, name: "A user" });

  test("an account has every field of the user record, and its plan's points", async () => {
    const account = await newAccount();
    expect(account).toMatchObject({
      email: "person0@people.example",
      name: "A user",
      role: "member",
      plan: "free",
      email_verified: false,
      created_at: metered.clock.now(),
      last_login_at: null,
    });
    expect(account.id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(await metered.accounts.findByEmail(" PERSON0@people.example ")).toEqual(account);
    expect(await metered.accounts.findById(account.id)).toEqual(account);
    const { rows: listed } = await metered.accounts.listAccounts({ search: "person0@" });
    expect(listed).toEqual([{ ...account, points: 1_000 }]);
  });

  test("the service does not start when an account's plan is missing; the error names the plan and the accounts", async () => {
    const { db } = metered.store;
    await checkPlans(db, defaultPlans);
    const [one, two, three] = [await newAccount(), await newAccount(), await newAccount()];
    const give = (id: string, plan: string) => db.updateTable("accounts").set({ plan }).where("id", "=", id).execute();
    await give(one.id, "gold");
    await give(two.id, "silver");
    await give(three.id, "silver");
    await expect(checkPlans(db, defaultPlans)).rejects.toThrow(
      `PLANS_FILE lacks plans that accounts have: "gold" (${one.email}), "silver" (2 accounts, such as ${two.email}). Add them`,
    );
    await checkPlans(db, { ...defaultPlans, gold: defaultPlans.pro!, silver: defaultPlans.pro! });
    for (const { id } of [one, two, three]) await give(id, "free");
  });

  test("one address has one account", async () => {
    const { email } = await newAccount();
    await expect(metered.accounts.createAccount({ email })).rejects.toThrow("already");
    await expect(metered.accounts.createAccount({ email: "nobody" })).rejects.toThrow("not an email address");
  });

  test("a key is looked up by its secret, with its account; text that is not a key is never queried", async () => {
    const account = await newAccount();
    const { secret, key } = await metered.accounts.createKey(account.id, { name: "first", sources: ["nlretail"] });
    const { id, plan, created_at, retain } = account;
    expect(await metered.accounts.lookUpKey(secret)).toEqual({ key, account: { id, plan, created_at, retain } });
    expect(key).toMatchObject({
      is_primary: true,
      usage_context: "standard",
      sources: ["nlretail"],
      spending_cap: null,
    });
    expect(await metered.accounts.lookUpKey(newSecret())).toBe("key_invalid");
    expect(await metered.accounts.lookUpKey("' or 1 = 1 --")).toBe("key_invalid");
    const stored = await metered.store.db.selectFrom("api_keys").where("id", "=", key.id).selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(secret);
  });

  test("the first standard key of an account is its primary key", async () => {
    const { id } = await newAccount();
    await metered.accounts.createKey(id, { name: "agents", usage_context: "mcp_only" });
    await metered.accounts.createKey(id, { name: "first" });
    await metered.accounts.createKey(id, { name: "second" });
    const keys = await metered.accounts.listKeys(id);
    expect(keys.filter(({ is_primary }) => is_primary).map(({ name }) => name)).toEqual(["first"]);
  });

  test("a key that another process creates works immediately, and one that it revokes stops working", async () => {
    const { metering, clock } = metered;
    const { id } = await newAccount();
    const elsewhere = createAccounts({ store: await fresh.open(), clock, plans: defaultPlans, metering });
    const { secret, key } = await elsewhere.createKey(id, { name: "key" });
    expect(await metered.accounts.lookUpKey(secret)).toMatchObject({ key: { id: key.id } });
    await elsewhere.revokeKey(key.id);
    expect(await metered.accounts.lookUpKey(secret)).toBe("key_revoked");
    expect(await elsewhere.revokeKey(key.id)).toBe(false);
    elsewhere.close();
  });

  test("a key stops working when it expires", async () => {
    const { id } = await newAccount();
    const expires_at = metered.clock.now() + 60_000;
    const { secret } = await metered.accounts.createKey(id, { name: "brief", expires_at });
    metered.clock.advance(59_999);
    expect(typeof (await metered.accounts.lookUpKey(secret))).toBe("object");
    metered.clock.advance(1);
    expect(await metered.accounts.lookUpKey(secret)).toBe("key_expired");
  });

  test("rotation gives a key a new secret; the old one works until the overlap ends", async () => {
    const { accounts, clock } = metered;
    const { id } = await newAccount();
    const input = { name: "server", sources: ["stays"], spending_cap: 500 };
    const old = await accounts.createKey(id, input);
    clock.advance(3_000);
    const rotated = (await accounts.rotateKey(old.key.id, 3_600_000))!;
    expect(rotated.key).toMatchObject({ ...input, is_primary: true, revoked_at: null, expires_at: null });
    clock.advance(3_599_999);
    expect(typeof (await accounts.lookUpKey(old.secret))).toBe("object");
    clock.advance(1);
    expect(await accounts.lookUpKey(old.secret)).toBe("key_expired");
    expect(typeof (await accounts.lookUpKey(rotated.secret))).toBe("object");
    clock.advance(3_000);
    const again = (await accounts.rotateKey(rotated.key.id, 0))!;
    expect(await accounts.lookUpKey(rotated.secret)).toBe("key_expired");
    expect(await accounts.lookUpKey(old.secret)).toBe("key_invalid");
    expect([again.key.name, again.key.id]).toEqual(["server", old.key.id]);
    await accounts.revokeKey(again.key.id);
    expect(await accounts.lookUpKey(again.secret)).toBe("key_revoked");
    expect(await accounts.rotateKey(again.key.id, 0)).toBeNull();
  });

  test("points are granted and taken through the ledger, never below zero", async () => {
    const { accounts } = metered;
    const { id } = await newAccount();
    expect(await accounts.grant(id, 50, { kind: "top_up", note: "invoice 7" })).toEqual({ points: 1_050 });
    await expect(accounts.grant(id, -1_051, { kind: "correction" })).rejects.toThrow("only 1050 points");
    await expect(accounts.grant(id, -5)).rejects.toThrow("only a correction");
    await expect(accounts.grant(id, 0.5)).rejects.toThrow("a whole number other than");
    expect(await accounts.grant(id, -1_050, { kind: "correction" })).toEqual({ points: 0 });
    const entries = await accounts.ledgerOf(id);
    expect(entries.map(({ kind, amount, balance }) => [kind, amount, balance])).toEqual([
      ["correction", -1_050, 0],
      ["top_up", 50, 1_050],
      ["grant", 1_000, 1_000],
    ]);
  });

  test("an administrator's changes are recorded, newest first", async () => {
    const { db } = metered.store;
    for (const plan of ["starter", "growth", "scale"]) {
      await appendAudit(db, { at: 1, who: "me", what: "set plan", subject: "them", before: null, after: { plan } });
    }
    const { rows, next_cursor } = await readAudit(db, { subject: "them", limit: 2, cursor: null });
    expect(rows).toMatchObject([{ who: "me", before: null, after: { plan: "scale" } }, {}]);
    const older = await readAudit(db, { subject: "them", limit: 5, cursor: next_cursor });
    expect(older.rows.map(({ after }) => after)).toEqual([{ plan: "starter" }]);
  });
});
