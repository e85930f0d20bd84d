import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import pg from "pg";
import { expect, test } from "vitest";
import { freshDatabase } from "../../test/support/store/stores.ts";
import { FIRST, migrate } from "./migrate.ts";
import { migrations } from "./migrations.ts";
import { openStore } from "./open-store.ts";

const ACCOUNTS = 8;

/** Each locks a table that older processes write all the time. */
const later: Record<string, Migration> = Object.fromEntries(
  ["webhook_deliveries", "jobs", "people", "balances"].map((table, nth) => [
    `10${nth + 1}-${table}`,
    { up: (db) => sql`alter table ${sql.table(table)} add column of_tomorrow text`.execute(db).then(() => {}) },
  ]),
);

/**
 * The typical work of the previous version: a transaction that locks rows of several tables, in the order of the ledger's
 * and the accounts' statements.
 */
async function work(client: pg.Client, account: string): Promise<void> {
  await client.query("begin");
  try {
    await client.query("select 1 from balances where account_id = $1 for update", [account]);
    await client.query("select 1 from people where id = $1 for update", [account]);
    await client.query("update api_keys set spent = spent + 1 where account_id = $1", [account]);
    await client.query("update jobs set pages = pages + 1 where account_id = $1", [account]);
    await client.query("update webhook_deliveries set attempt = attempt + 1 where account_id = $1", [account]);
    await client.query("update balances set points = points + 1 where account_id = $1", [account]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

const accountsIn = (client: pg.Client) =>
  client.query(`
    insert into people (id, name, email, email_verified, login, front_id, created_at, modified_at)
      select 'a' || n, 'a', n || '@people.example', true, 'a' || n, 'f' || n, now(), now() from generate_series(1, ${ACCOUNTS}) n;
    insert into balances (account_id, points) select id, 0 from people;
    insert into jobs (id, account_id, key_id, source, endpoint, params, timeout, status, priority, run_after, created_at)
      select 'j' || id, id, 'k', 's', '/e', '{}', 1, 'queued', 0, 0, 0 from people;
    insert into webhook_deliveries (id, account_id, url, event, subject, payload, status, next_at, created_at)
      select 'd' || id, id, 'u', 'e', id, '{}', 'delivered', 0, 0 from people;`);

test("three processes that start at once upgrade a database while older ones use it, and none of them fails", async () => {
  const url = await freshDatabase();
  const stores = await Promise.all([1, 2, 3].map(() => openStore({ dataDir: "", url })));
  const clients = await Promise.all(
    Array.from({ length: ACCOUNTS }, async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      return client;
    }),
  );
  await accountsIn(clients[0]!);
  let isUpgraded = false;
  const loops = clients.map(async (client, nth) => {
    let done = 0;
    for (; !isUpgraded || done < 20; done++) await work(client, `a${nth + 1}`);
    return done;
  });
  const load = Promise.all(loops);
  load.catch(() => {});
  try {
    await Promise.all(stores.map(({ db }) => migrate(db, later)));
    isUpgraded = true;
    const done = await load;
    const db = stores[0]!.db;
    const { points } = await db
      .selectFrom("balances")
      .select(({ fn }) => fn.sum<number>("points").as("points"))
      .executeTakeFirstOrThrow();
    expect(Number(points)).toBe(done.reduce((sum, one) => sum + one, 0));
    const { rows } = await clients[0]!.query("select name from kysely_migration order by name");
    expect(rows.map(({ name }) => name)).toEqual([FIRST, ...Object.keys({ ...migrations, ...later })].toSorted());
    for (const store of stores) await store.close();
  } finally {
    isUpgraded = true;
    await Promise.allSettled([load]);
    for (const client of clients) await client.end();
  }
});
