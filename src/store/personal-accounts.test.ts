import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadKilledStore } from "../../test/support/store/killed-store.ts";
import { freshDatabase } from "../../test/support/store/stores.ts";
import { computeSums } from "./copy-store.ts";
import { connectStore, openStore, type Store, type StoreSettings } from "./open-store.ts";

/** Statements of 1.0.0-rc.1, which knows no accounts. */
const old = {
  add: (id: string, plan: string) =>
    sql`insert into people (id, name, email, email_verified, login, front_id, plan, created_at, modified_at)
      values (${id}, 'Old', ${`${id}@people.example`}, true, ${id}, ${id}, ${plan}, '2026-11-01T12:00:00.250Z', '2026-11-01T12:00:00.250Z')`,
  setPlan: (id: string, plan: string) => sql`update people set plan = ${plan} where id = ${id}`,
  newSecret: (id: string) => sql`update people set webhook_secret_no = webhook_secret_no + 1 where id = ${id}`,
  plan: (id: string) => sql<{ plan: string }>`select plan from people where id = ${id}`,
  addKey: (id: string, account: string) =>
    sql`insert into api_keys (id, account_id, name, prefix, hash, is_primary, usage_context, created_at)
      values (${id}, ${account}, 'Old', 'wnw', ${id}, 1, 'standard', 0)`,
  ledger: (command: object, plans: object) =>
    sql<{
      results: string;
    }>`select winnow_ledger(${JSON.stringify([command])}::json, ${JSON.stringify(plans)}::json) as results`,
  remove: (id: string) => sql`delete from people where id = ${id}`,
};

describe.each(["sqlite", "postgres"] as const)(
  "a store of 1.0.0-rc.1 on %s, upgraded while old processes run",
  (dialect) => {
    let settings: StoreSettings;
    let store: Store;
    let before: Awaited<ReturnType<typeof facts>>;
    const facts = async (from: Store) => ({
      sums: await computeSums(from.db),
      sessions: (await sql`select * from sessions order by id`.execute(from.db)).rows,
      keys: (await sql`select id, hash, account_id from api_keys order by id`.execute(from.db)).rows,
      plans: (await sql`select id, plan, webhook_secret_no from people order by id`.execute(from.db)).rows,
    });
    beforeAll(async () => {
      const url = dialect === "postgres" ? await freshDatabase() : "";
      settings = { dataDir: await mkdtemp(join(tmpdir(), "winnow-accounts-")), url };
      await loadKilledStore("1.0.0-rc.1", settings, "http://127.0.0.1:9/hook");
      const unchanged = connectStore(settings);
      await sql`insert into sessions (id, user_id, token, expires_at, created_at, updated_at)
      select id, id, id, '2027-01-01T00:00:00Z', '2026-11-01T00:00:00Z', '2026-11-01T00:00:00Z' from people`.execute(
        unchanged.db,
      );
      before = await facts(unchanged);
      await unchanged.close();
      store = await openStore(settings);
    });
    afterAll(async () => {
      await store.close();
      await rm(settings.dataDir, { recursive: true, force: true });
    });
    const account = (id: string) =>
      store.db
        .selectFrom("accounts")
        .where("id", "=", id)
        .select(["plan", "webhook_secret_no", "created_at"])
        .executeTakeFirst();

    test("every person has an account with the same id and plan, all sums are equal, and no session or key has changed", async () => {
      expect(before.sessions.length).toBeGreaterThan(1);
      // Later versions add columns.
      expect(await facts(store)).toMatchObject(before);
      const accounts = await sql`select id, plan, webhook_secret_no from accounts order by id`.execute(store.db);
      expect(accounts.rows).toEqual(before.plans);
    });

    test("a person whom an old process adds has an account at once, and what it changes there changes the account", async () => {
      await old.add("added", "starter").execute(store.db);
      const createdAt = Date.parse("2026-11-01T12:00:00.250Z");
      expect(await account("added")).toEqual({ plan: "starter", webhook_secret_no: 0, created_at: createdAt });
      await old.setPlan("added", "growth").execute(store.db);
      await old.newSecret("added").execute(store.db);
      expect(await account("added")).toMatchObject({ plan: "growth", webhook_secret_no: 1 });
    });

    test("an old process sees the plan that a new one has set, and both may set it at the same time", async () => {
      await old.add("shared", "free").execute(store.db);
      await store.db.updateTable("accounts").set({ plan: "pro" }).where("id", "=", "shared").execute();
      expect((await old.plan("shared").execute(store.db)).rows).toEqual([{ plan: "pro" }]);
      const set = (plan: string) =>
        store.db.transaction().execute(async (trx) => {
          await trx.updateTable("people").set({ name: plan }).where("id", "=", "shared").execute();
          await trx.updateTable("accounts").set({ plan }).where("id", "=", "shared").execute();
        });
      await Promise.all(
        Array.from({ length: 10 }, (_, at) =>
          at % 2 === 0 ? set(`new-${at}`) : old.setPlan("shared", `old-${at}`).execute(store.db),
        ),
      );
      const [row] = (await old.plan("shared").execute(store.db)).rows;
      expect((await account("shared"))?.plan).toBe(row?.plan);
    });

    // On SQLite one process alone has the store.
    test.runIf(dialect === "postgres")(
      "an old process makes a key, and admits and settles its calls with the commands that it knows",
      async () => {
        await old.add("calling", "open").execute(store.db);
        await old.addKey("old-key", "calling").execute(store.db);
        const windows = { ten_second: 9, minutely: 9, hourly: 9, daily: 9, monthly: 9 };
        const run = async (command: object) => {
          const { rows } = await old
            .ledger(command, { open: { points: 50, once: true, ...windows } })
            .execute(store.db);
          return JSON.parse(rows[0]!.results)[0];
        };
        const about = { accountId: "calling", keyId: "old-key", now: 1_000, cost: 20 };
        const starts = { s1: 0, s2: 0, s3: 0, s4: 0, s5: 0 };
        const asked = {
          requestId: "r",
          endpoint: "/e",
          source: "s",
          door: "http",
          timeout: 9,
          expiresAt: 9_000,
          params: "{}",
        };
        const admitted = await run({
          do: "admit",
          ...about,
          ...starts,
          month: "1970-01",
          ...asked,
          idempotencyEnds: 9,
        });
        expect(admitted).toMatchObject({ kind: "admitted", points: 30, plan: "open" });
        const ended = { no: admitted.no, held: 20, cost: 5, status: 200, results: 1, upstreamPages: 1 };
        expect(await run({ do: "settle", ...about, ...ended })).toEqual({ charged: 5, points: 45, resolved: true });
        const key = store.db.selectFrom("api_keys").where("id", "=", "old-key");
        const row = await key.select(["spent", "held", "mode", "person_id"]).executeTakeFirst();
        expect(row).toEqual({ spent: 5, held: 0, mode: "live", person_id: null });
      },
    );

    test("an account goes with a person whom an old process deletes", async () => {
      await old.add("leaving", "free").execute(store.db);
      await old.remove("leaving").execute(store.db);
      expect(await account("leaving")).toBeUndefined();
    });
  },
);
