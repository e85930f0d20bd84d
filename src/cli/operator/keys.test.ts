import { expect, test } from "vitest";
import { commandsOver } from "../../../test/support/cli/commands-over.ts";
import { useMetered } from "../../../test/support/metering/metered.ts";
import { describeOnBothStores } from "../../../test/support/store/stores.ts";
import { isWellFormed } from "../../accounts/key-secret.ts";
import { defaultPlans } from "../../accounts/plans.ts";

const address = (name: string) => ["--email", `${name}@people.example`];

describeOnBothStores("winnow keys", (fresh) => {
  const metered = useMetered(fresh, { ...defaultPlans, bare: { ...defaultPlans.free!, points: 0 } });
  const { winnow, json } = commandsOver(metered);

  test("a new address gets an account on the free plan; its key is for every source and every use", async () => {
    const key = await winnow("keys", "create", ...address("new"));
    expect(isWellFormed(key)).toBe(true);
    const rows = await json("keys", "list", ...address("new"));
    expect(rows).toEqual([
      {
        id: expect.any(String),
        name: "Command line",
        key: expect.any(String),
        use: "standard",
        sources: "all",
        state: "active",
      },
    ]);
    expect([rows[0].key.endsWith("…"), key.startsWith(rows[0].key.slice(0, -1))]).toEqual([true, true]);
    expect((await json("accounts", "show", ...address("new"))).account).toMatchObject({ plan: "free", points: 1_000 });
  });

  test("a new key and account get the given options; an existing account only changes its plan", async () => {
    const inputs = [
      "--plan",
      "starter",
      "--points",
      "5",
      "--sources",
      "stays, nlretail",
      "--usage-context",
      "mcp_only",
    ];
    const made = await json("keys", "create", ...address("wished"), ...inputs, "--name", "Agent");
    expect(made).toEqual({ id: expect.any(String), email: "wished@people.example", key: expect.any(String) });
    expect(await json("keys", "list", ...address("wished"))).toMatchObject([
      { id: made.id, name: "Agent", use: "mcp_only", sources: "stays,nlretail", state: "active" },
    ]);
    const account = async () => (await json("accounts", "show", ...address("wished"))).account;
    for (const more of [[], ["--plan", "starter"], ["--points", "70"]]) {
      await winnow("keys", "create", ...address("wished"), ...more);
      expect(await account()).toMatchObject({ plan: "starter", points: 5 });
    }
    await winnow("keys", "create", ...address("wished"), "--plan", "growth");
    expect(await account()).toMatchObject({ plan: "growth", points: 85_005 });
    expect(await json("keys", "list", ...address("wished"))).toHaveLength(5);
    const by = await metered.store.db.selectFrom("audit_log").select("who").distinct().execute();
    expect(by).toEqual([{ who: "command line" }]);
  });

  test("a new account gets the given points, also on a plan without points", async () => {
    await winnow("keys", "create", ...address("bare"), "--plan", "bare", "--points", "5000");
    expect((await json("accounts", "show", ...address("bare"))).account).toMatchObject({ plan: "bare", points: 5_000 });
  });

  test("a key is revoked once, and the list distinguishes revoked, expired and active", async () => {
    const { id } = await json("keys", "create", ...address("states"), "--name", "gone");
    expect(await winnow("keys", "revoke", id)).toBe(`revoked ${id}`);
    await expect(winnow("keys", "revoke", id)).rejects.toThrow(`no active key ${id}`);
    const { accounts } = metered;
    const account = (await accounts.findByEmail("states@people.example"))!;
    const past = await accounts.createKey(account.id, { name: "old", expires_at: metered.clock.now() + 1 });
    await metered.store.db.updateTable("api_keys").set({ expires_at: 1 }).where("id", "=", past.key.id).execute();
    await accounts.createKey(account.id, { name: "new", expires_at: Date.UTC(2100, 0) });
    const states = (await json("keys", "list", ...address("states"))).map((row: any) => [row.name, row.state]);
    expect(Object.fromEntries(states)).toEqual({ gone: "revoked", old: "expired", new: "active" });
    expect(await winnow("keys", "list", ...address("states"))).toMatch(/ gone .* revoked/);
    const other = await json("keys", "create", ...address("states"));
    expect(await json("keys", "revoke", other.id)).toEqual({ id: other.id, state: "revoked" });
  });

  test("an invalid request is rejected before anything is created", async () => {
    const unknown = winnow("keys", "create", ...address("none"), "--sources", "stays,nowhere,never");
    await expect(unknown).rejects.toThrow(/^--sources: no source "nowhere", "never"; there are bizbureau, /);
    const gold = winnow("keys", "create", ...address("none"), "--plan", "gold");
    await expect(gold).rejects.toThrow("there is no plan gold");
    await expect(winnow("keys", "list", ...address("none"))).rejects.toThrow("no account for none@people.example");
  });
});
