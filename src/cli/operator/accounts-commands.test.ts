import { expect, test } from "vitest";
import { commandsOver } from "../../../test/support/cli/commands-over.ts";
import { useMetered } from "../../../test/support/metering/metered.ts";
import { describeOnBothStores } from "../../../test/support/store/stores.ts";
import { isWellFormed } from "../../accounts/key-secret.ts";
import { createMembers } from "../../accounts/members.ts";
import { createEndingTools } from "../../jobs/ending-tools.ts";

describeOnBothStores("the commands on accounts and keys", (fresh) => {
  const metered = useMetered(fresh);

  const { winnow, json, printedBy } = commandsOver(metered);
  const iso = (at: number) => new Date(at).toISOString();

  test("an account is created, given points, put on a plan, and shown", async () => {
    const address = ["--email", "ada@people.example"];
    await winnow("accounts", "create", ...address, "--points", "40");
    expect(await winnow("accounts", "grant", "60", ...address)).toBe("ada@people.example has 100 points");
    expect(await winnow("accounts", "grant", ...address, "--correction", "--", "-30")).toMatch(/has 70 points$/);
    expect(await winnow("accounts", "set-plan", "starter", ...address)).toMatch(/on starter, with 15070 points$/);
    expect(await winnow("accounts", "show", ...address)).toContain("correction");
    expect(await winnow("accounts", "list", "--search", "ADA")).toContain("ada@people.example");
    const audited = await metered.store.db.selectFrom("audit_log").select("what").orderBy("no").execute();
    expect(audited.map(({ what }) => what)).toEqual(["grant", "correction", "set plan"]);
  });

  test("a refused command reports the reason", async () => {
    const nobody = ["--email", "nobody@people.example"];
    await expect(winnow("accounts", "show", ...nobody)).rejects.toThrow("no account for nobody@people.example");
    await expect(winnow("accounts", "create", ...nobody, "--plan", "gold")).rejects.toThrow("there is no plan gold");
    await expect(winnow("keys", "cap", "no-such-key", "5")).rejects.toThrow("no active key no-such-key");
  });

  test("a key is capped and rotated; only the new key is printed", async () => {
    const { key } = await metered.newCaller();
    expect(await winnow("keys", "cap", key.id, "500")).toBe(`${key.id} may spend 500 points in all`);
    expect(isWellFormed(await winnow("keys", "rotate", key.id, "--overlap", "1h"))).toBe(true);
    expect(await winnow("keys", "cap", key.id, "none")).toBe(`${key.id} has no cap`);
  });

  test.each([
    ["0", 0],
    ["90", 90_000],
    ["90s", 90_000],
    ["30m", 1_800_000],
    ["24h", 86_400_000],
    ["7d", 604_800_000],
  ])("an overlap of %s is %i ms", async (overlap, milliseconds) => {
    const { key } = await metered.newCaller();
    await winnow("keys", "rotate", key.id, "--overlap", overlap);
    const old = await metered.store.db
      .selectFrom("api_keys")
      .where("id", "=", key.id)
      .select("previous_ends_at")
      .executeTakeFirstOrThrow();
    expect(old.previous_ends_at).toBe(metered.clock.now() + milliseconds);
  });

  test.each(["", "1w", "h", "1.5h", "-1h", "1h30m", "x1h"])(
    "an overlap of %j is rejected with examples",
    async (overlap) => {
      const { key } = await metered.newCaller();
      await expect(winnow("keys", "rotate", key.id, "--overlap", overlap)).rejects.toThrow(/90s, 30m, 24h, 7d, or 0/);
    },
  );

  test("with --output json each of them prints its result as JSON", async () => {
    const address = ["--email", "json@people.example"];
    const { id } = await json("accounts", "create", ...address);
    expect(await json("accounts", "grant", "5", ...address)).toEqual({ email: "json@people.example", points: 1_005 });
    expect(await json("accounts", "set-plan", "starter", ...address)).toMatchObject({ plan: "starter" });
    expect(await json("accounts", "list", "--search", "json@")).toMatchObject([{ email: "json@people.example" }]);
    expect(await json("accounts", "show", ...address)).toMatchObject({
      account: { id },
      keys: [],
      ledger: [{}, {}, {}],
    });
    expect(await json("admin", "grant", ...address)).toEqual({ email: "json@people.example", role: "admin" });
    const { key } = await metered.newCaller();
    expect(await json("keys", "cap", key.id, "9")).toEqual({ id: key.id, spending_cap: 9 });
    expect(isWellFormed((await json("keys", "rotate", key.id)).key)).toBe(true);
    expect(await json("plans")).toContainEqual(expect.objectContaining({ plan: "free", points: 1_000, every: "once" }));
  });

  test("an account of several people is named by its id, and its members are listed", async () => {
    const { store, clock } = metered;
    const { id: owner, email } = await metered.accounts.createAccount({ email: "owner@people.example" });
    const { id } = await createMembers({
      store,
      clock,
      ...createEndingTools(store, clock, "a secret of the tests"),
    }).create({ id: owner, email_verified: true }, "Shop");
    const named = ["--account", id];
    expect(await json("accounts", "grant", "5", ...named)).toEqual({ account: id, points: 5 });
    expect(await json("accounts", "show", ...named)).toMatchObject({ account: { id, name: "Shop", points: 5 } });
    expect(await json("members", ...named)).toEqual([
      { account: id, name: "Shop", email, role: "owner", spending_cap: null, plan: "free", points: 5 },
    ]);
    expect(await json("members", "cap", email, "40", ...named)).toEqual({ account: id, email, spending_cap: 40 });
    expect(await json("members", "list", ...named)).toMatchObject([{ spending_cap: 40 }]);
    expect(await winnow("members", "cap", email, "none", ...named)).toContain("has no cap");
    await expect(json("members", "cap", email, "40", "--account", "nobody")).rejects.toThrow("no such member");
    await expect(json("accounts", "grant", "5")).rejects.toThrow("--email or --account");
    await expect(json("accounts", "grant", "5", "--account", "nobody")).rejects.toThrow("no account nobody");
  });

  test("the operator takes a domain of single sign-on as proved: the one its owner has set, for one account alone", async () => {
    const { store, clock } = metered;
    const [one, other] = await Promise.all(
      ["one", "other"].map(async (name) => {
        const { id: owner } = await metered.accounts.createAccount({ email: `${name}@acme.example` });
        const { id } = await createMembers({
          store,
          clock,
          ...createEndingTools(store, clock, "a secret of the tests"),
        }).create({ id: owner, email_verified: true }, name);
        const provider = { issuer: "https://id.example", client_id: "winnow", client_secret: "sealed" } as const;
        const row = { ...provider, account_id: id, domain: "acme.example", role: "viewer", required: false } as const;
        await store.db
          .insertInto("sign_on_providers")
          .values({ ...row, proved_domain: null, created_at: 1 })
          .execute();
        return id;
      }),
    );
    const prove = (account: string, domain: string) => json("accounts", "prove-domain", account, domain);
    await expect(prove(one!, "not a domain")).rejects.toThrow("is not a mail domain");
    await expect(prove(one!, "other.example")).rejects.toThrow("no single sign-on for other.example");
    expect(await prove(one!, "@Acme.example")).toEqual({ account: one, domain: "acme.example" });
    await expect(prove(other!, "acme.example")).rejects.toThrow("Another account has proved acme.example");
    const noted = await store.db.selectFrom("audit_log").where("what", "like", "domain%").selectAll().execute();
    expect(noted).toMatchObject([{ who: "command line", what: "domain proved by the operator", subject: one }]);
  });

  test("an account is shown in full: its details, its keys with their spending, and the ledger with its notes", async () => {
    const address = ["--email", "whole@people.example"];
    const id = await winnow(
      "accounts",
      "create",
      ...address,
      "--name",
      "Whole",
      "--plan",
      "starter",
      "--role",
      "admin",
    );
    await winnow("accounts", "grant", "7", ...address, "--note", "for the report");
    const { accounts, clock } = metered;
    const { key } = await accounts.createKey(id, { name: "one", spending_cap: 40, expires_at: clock.now() + 60_000 });
    await accounts.createKey(id, { name: "two" });
    const created = iso(clock.now());
    const shown = await json("accounts", "show", ...address);
    expect(shown.account).toEqual({
      id,
      email: "whole@people.example",
      name: "Whole",
      plan: "starter",
      points: 15_007,
      role: "admin",
      created,
      last_login: "",
    });
    expect(shown.keys.map((one: object) => ({ ...one, primary: null }))).toEqual(
      expect.arrayContaining([
        {
          id: key.id,
          name: "one",
          key: `${key.prefix}…`,
          primary: null,
          spent: 0,
          cap: 40,
          expires: iso(clock.now() + 60_000),
          revoked: "",
          last_used: "",
        },
        expect.objectContaining({ name: "two", cap: "none", expires: "" }),
      ]),
    );
    expect(shown.ledger.map(({ at: _, ...entry }: any) => entry)).toEqual(
      expect.arrayContaining([{ kind: "grant", amount: 7, balance: 15_007, note: "for the report" }]),
    );
    expect(shown.ledger.every(({ at, note }: any) => at === created && note !== null)).toBe(true);
    const inWords = await winnow("accounts", "show", ...address);
    for (const word of ["whole@people.example", `${key.prefix}…`, "for the report"]) expect(inWords).toContain(word);
    expect(await json("accounts", "list", "--search", "whole@")).toEqual([
      { email: "whole@people.example", name: "Whole", plan: "starter", points: 15_007, role: "admin", created },
    ]);
    expect((await json("accounts", "list")).length).toBeGreaterThan(1);
  });

  test("by default an account is a member on the free plan with its points", async () => {
    const id = await winnow("accounts", "create", "--email", "plain@people.example");
    expect((await json("accounts", "show", "--email", "plain@people.example")).account).toMatchObject({
      id,
      plan: "free",
      points: 1_000,
      role: "member",
      name: expect.any(String),
    });
    await expect(winnow("accounts", "create", "--email", "x@people.example", "--role", "owner")).rejects.toMatchObject({
      code: "commander.invalidArgument",
    });
  });

  test("the audit log records the author, the action and the subject, before and after", async () => {
    const address = ["--email", "audited@people.example"];
    const id = await winnow("accounts", "create", ...address, "--points", "10");
    await winnow("accounts", "grant", "5", ...address);
    await winnow("accounts", "grant", ...address, "--correction", "--", "-3");
    await winnow("accounts", "set-plan", "starter", ...address);
    expect(await winnow("admin", "grant", ...address)).toBe("audited@people.example is an administrator");
    expect(await winnow("admin", "revoke", ...address)).toBe("audited@people.example is no longer an administrator");
    const entries = await metered.store.db
      .selectFrom("audit_log")
      .where("subject", "=", id)
      .orderBy("no")
      .selectAll()
      .execute();
    expect(entries.map(({ who, what, before, after }) => [who, what, before, after])).toEqual(
      [
        ["grant", { points: 10 }, { points: 15 }],
        ["correction", { points: 15 }, { points: 12 }],
        ["set plan", { plan: "free" }, { plan: "starter" }],
        ["role", { role: "member" }, { role: "admin" }],
        ["role", { role: "admin" }, { role: "member" }],
      ].map(([what, before, after]) => ["command line", what, JSON.stringify(before), JSON.stringify(after)]),
    );
  });

  test.each(["1.5", "many", "", "1234567890123456", "--5", "5-", "x5"])("%j is not a number of points", async (raw) => {
    const granted = winnow("accounts", "grant", "--email", "ada@people.example", "--correction", "--", raw);
    await expect(granted).rejects.toThrow(/must be a whole number/);
    await expect(winnow("accounts", "create", "--email", "n@people.example", "--points", raw)).rejects.toThrow();
  });

  test("an unconfirmed address gets a different message from an unknown one", async () => {
    const { accounts } = metered;
    const account = await accounts.createAccount({ email: "claimed@people.example", plan: "free", points: null });
    await metered.store.db
      .updateTable("people")
      .set({ email: account.id, unconfirmed_email: "claimed@people.example" })
      .where("id", "=", account.id)
      .execute();
    const shown = winnow("accounts", "show", "--email", "Claimed@people.example");
    await expect(shown).rejects.toThrow(
      "Claimed@people.example has signed up but not confirmed the address: it has no account until then",
    );
    await expect(winnow("accounts", "show", "--email", "laimed@people.example")).rejects.toThrow(/^no account for/);
  });

  test("a rotated key reports when the old secret ends; an unknown key is named in the error", async () => {
    const { key } = await metered.newCaller();
    const at = Date.now();
    const later = await json("keys", "rotate", key.id);
    expect(later).toMatchObject({ id: key.id });
    const until = Date.parse(later.old_key_works_until);
    expect([until >= at + 86_400_000, until <= Date.now() + 86_400_000]).toEqual([true, true]);
    const { said, printed } = await printedBy("keys", "rotate", key.id, "--overlap", "7d");
    expect(said).toMatch(/^The old key works until \d{4}-\d\d-\d\dT.*Z\. The new key:$/);
    expect(isWellFormed(printed)).toBe(true);
    expect((await printedBy("keys", "rotate", key.id, "--overlap", "0")).said).toBe(
      "The old key has ended. The new key:",
    );
    const other = (await metered.newCaller()).key;
    expect((await json("keys", "rotate", other.id, "--overlap", "0")).old_key_works_until).toBeNull();
    await expect(winnow("keys", "rotate", "no-such-key")).rejects.toThrow("no active key no-such-key");
    await expect(winnow("keys", "cap", key.id, "much")).rejects.toThrow(/must be a whole number/);
  });

  test("the plans are listed with every limit", async () => {
    const rows = (await winnow("plans")).split("\n").map((line) => line.split(/ {2,}/));
    expect(rows[0]).toEqual(["plan", "points", "10 s", "minute", "hour", "day", "month"]);
    expect(rows[1]).toEqual(["free", "1000 once", 5, 20, 200, 1_000, 5_000].map(String));
    expect(rows.find(([plan]) => plan === "starter")![1]).toBe("15000 a month");
    const listed = await json("plans");
    const { points, ...limits } = { points: 15_000, ten_second: 20, minutely: 60, hourly: 1_000 };
    expect(listed[1]).toEqual({ plan: "starter", every: "month", points, ...limits, daily: 10_000, monthly: 100_000 });
  });
});
