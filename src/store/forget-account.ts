import { type RawBuilder, sql, type Transaction } from "kysely";
import { lockOrder } from "./lock-order.ts";
import type { Store } from "./open-store.ts";
import { fates, type OwnedTable, ownedTables } from "./ownership.ts";
import { practiceId } from "./practice-id.ts";
import type { AnyDb, Schema } from "./schema.ts";

const MINUTE_MS = 60_000;
/** Longer than any call takes: what a call in flight writes when it ends is forgotten then. */
const CALLS_MS = 30 * MINUTE_MS;
/** Longer than any job is retried. */
const ALL_WORK_MS = 24 * 60 * MINUTE_MS;

/** In the order in which a transaction locks them. */
const inOrder = ownedTables.toSorted((a, b) => placeOf(a.name) - placeOf(b.name) || a.name.localeCompare(b.name));

function placeOf(table: string): number {
  const place = lockOrder.indexOf(table);
  return place < 0 ? lockOrder.length : place;
}

/** Whether a row of the table is the account's, or its practice account's. */
export function isTheirs({ of: { column, or, parent } }: OwnedTable, accountId: string): RawBuilder<boolean> {
  if (or) return sql`(${sql.ref(column)} = ${accountId} or ${sql.ref(or)} = ${accountId})`;
  if (!parent) return sql`${sql.ref(column)} in (${accountId}, ${practiceId(accountId)})`;
  const owned = ownedTables.find(({ name }) => name === parent.table);
  if (!owned) throw new Error(`${parent.table} belongs to no account`);
  return sql`${sql.ref(column)} in
    (select ${sql.ref(parent.key)} from ${sql.table(parent.table)} where ${isTheirs(owned, accountId)})`;
}

/** Rows of these tables say whose the rows of others are, so they are locked in their turn and deleted last. */
const parents = new Set(ownedTables.flatMap(({ of }) => (of.parent ? [of.parent.table] : [])));

/**
 * Deletes or empties everything that an account wrote, in the transaction of its deletion, as `tables` says. What is
 * in flight for the account may still write, so `forgetAgain` repeats it.
 */
export async function forgetAccount(
  trx: Transaction<Schema>,
  { accountId, at }: { accountId: string; at: number },
): Promise<void> {
  const later: OwnedTable[] = [];
  for (const table of inOrder) {
    // Everything about an account's points happens under the lock of its balance.
    const isLocked = parents.has(table.name) || table.name === "balances";
    if (isLocked) {
      const rows = (trx as AnyDb).selectFrom(table.name).where(isTheirs(table, accountId));
      await rows.select(sql`1`.as("locked")).forUpdate().execute();
      later.unshift(table);
    } else await forgetRows(trx, table, accountId, at);
  }
  for (const table of later) await forgetRows(trx, table, accountId, at);
  await trx
    .insertInto("forgotten_accounts")
    .values({ account_id: accountId, deleted_at: at, again_at: at + CALLS_MS })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function forgetRows(trx: AnyDb, table: OwnedTable, accountId: string, at: number): Promise<void> {
  const [name, theirs] = [sql.table(table.name), isTheirs(table, accountId)];
  if (table.rows === "deleted") {
    await sql`delete from ${name} where ${theirs}`.execute(trx);
    return;
  }
  const changes = fates(table).flatMap(([column, fate]) => {
    if (fate === "kept") return [];
    const value = fate === "time of deletion" ? sql`coalesce(${sql.ref(column)}, ${at})` : sql`${fate.becomes}`;
    return [sql`${sql.ref(column)} = ${value}`];
  });
  if (changes.length === 0) return;
  const { where } = table;
  const some = where ? sql`and ${sql.ref(where.column)} in (${sql.join([...where.in])})` : sql``;
  await sql`update ${name} set ${sql.join(changes)} where ${theirs} ${some}`.execute(trx);
}

/** Forgets what was written for deleted accounts after their deletion, by calls and jobs that were in flight. */
export async function forgetAgain({ db }: Pick<Store, "db">, now: number): Promise<number> {
  const due = await db.selectFrom("forgotten_accounts").where("again_at", "<=", now).selectAll().execute();
  for (const { account_id: accountId, deleted_at, again_at } of due) {
    await db.transaction().execute(async (trx) => {
      await forgetAccount(trx, { accountId, at: deleted_at });
      const own = trx.updateTable("forgotten_accounts").where("account_id", "=", accountId);
      const last = deleted_at + ALL_WORK_MS;
      if (again_at >= last) await trx.deleteFrom("forgotten_accounts").where("account_id", "=", accountId).execute();
      else await own.set({ again_at: last }).execute();
    });
  }
  return due.length;
}
