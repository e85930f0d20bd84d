import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { isPostgres } from "./column-types.ts";

interface Table {
  name: string;
  /** What its rows are found by, alone or with others. */
  id: string;
  column: string;
  isNumbered: boolean;
  indexes: string[];
  span: "month" | "week";
  /** So far ahead of now rows may come while the tables are made ready. */
  aheadDays: number;
}

export const tables: Table[] = [
  {
    name: "requests",
    id: "no",
    column: "started_at",
    isNumbered: true,
    indexes: [
      "requests_by_account on requests (account_id, started_at, no)",
      "requests_by_time on requests (started_at, no)",
      "requests_by_id on requests (request_id)",
      "requests_open on requests (expires_at) where ended_at is null",
    ],
    span: "month",
    aheadDays: 2,
  },
  {
    name: "ledger",
    id: "no",
    column: "at",
    isNumbered: true,
    indexes: ["ledger_by_account on ledger (account_id, no)", "ledger_by_time on ledger using brin (at)"],
    span: "month",
    aheadDays: 2,
  },
  {
    name: "answers",
    id: "request_no",
    column: "expires_at",
    isNumbered: false,
    indexes: ["answers_by_end on answers (expires_at)"],
    span: "week",
    aheadDays: 9,
  },
];

/**
 * On PostgreSQL history, ledger and answers are kept in parts, each a month or a week, so that what is past its time goes
 * with its part. What is there becomes the first part as it stands: no row is copied. Where `preparePartitions` has run,
 * nothing is read either, and the tables are locked for a moment; else they are locked while each is read once.
 */
export const partitions: Migration = {
  async up(db) {
    if (!isPostgres(db)) return;
    // Whoever writes points takes a lock here first: nobody is half-way through the others when they are taken.
    await sql`lock table balances in exclusive mode`.execute(db);
    for (const table of tables) {
      if (!(await isPartitioned(db, table.name))) await partition(db, table);
    }
  },
};

async function partition(db: Kysely<any>, table: Table): Promise<void> {
  const { name, id, column, isNumbered, indexes } = table;
  const [old, key, bound] = [`${name}_before`, `${name}_parts_key`, `${name}_before_end`];
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run(`lock table ${name} in access exclusive mode`);
  const to = (await boundOf(db, bound)) ?? (await endOfAll(db, table));
  const next = isNumbered ? await nextNumber(db, name) : 1;
  await run(`alter table ${name} rename to ${old}`);
  if (isNumbered) await run(`alter table ${old} alter column no drop identity`);
  await run(`alter table ${old} drop constraint ${name}_pkey`);
  await run(`create unique index if not exists ${key} on ${old} (${id}, ${column})`);
  await run(`alter table ${old} add constraint ${old}_pkey primary key using index ${key}`);
  for (const index of indexes) {
    const [named] = index.split(" ");
    await run(`alter index ${named} rename to ${named}_before`);
  }
  await run(
    `create table ${name} (like ${old} including defaults including constraints) partition by range (${column})`,
  );
  await run(`alter table ${name} drop constraint if exists ${bound}`);
  if (isNumbered) {
    await run(`alter table ${name} alter column no add generated always as identity (start with ${next})`);
  }
  await run(`alter table ${name} add constraint ${name}_pkey primary key (${id}, ${column})`);
  for (const index of indexes) await run(`create index ${index}`);
  await run(`alter table ${name} attach partition ${old} for values from (minvalue) to (${to})`);
  await run(`create table ${name}_rest partition of ${name} default`);
  await run(`alter table ${old} drop constraint if exists ${bound}`);
}

async function isPartitioned(db: Kysely<any>, name: string): Promise<boolean> {
  const { rows } = await sql<{ relkind: string }>`
    select relkind from pg_class where oid = to_regclass(${name})`.execute(db);
  return rows[0]?.relkind === "p";
}

/** The end that a constraint promises for all rows. */
export async function boundOf(db: Kysely<any>, constraint: string): Promise<string | null> {
  const { rows } = await sql<{ text: string }>`
    select pg_get_constraintdef(oid) as text from pg_constraint where conname = ${constraint} and convalidated`.execute(
    db,
  );
  return /< '?(\d+)'?/.exec(rows[0]?.text ?? "")?.[1] ?? null;
}

/** The end of the month or week that the newest row is in, or that comes next. */
export async function endOfAll(db: Kysely<any>, { name, column, span, aheadDays }: Table): Promise<string> {
  const newest = `to_timestamp((select coalesce(max(${column}), 0) from ${name}) / 1000.0)`;
  const ahead = `greatest(now() + interval '${aheadDays} days', ${newest}) at time zone 'utc'`;
  const { rows } = await sql
    .raw<{ to: string }>(
      `select (extract(epoch from date_trunc('${span}', ${ahead}) + interval '1 ${span}') * 1000)::bigint as to`,
    )
    .execute(db);
  return String(rows[0]!.to);
}

async function nextNumber(db: Kysely<any>, name: string): Promise<number> {
  const { rows } = await sql
    .raw<{ sequence: string }>(`select pg_get_serial_sequence('${name}', 'no') as sequence`)
    .execute(db);
  const { rows: next } = await sql
    .raw<{ next: number }>(
      `select case when is_called then last_value + 1 else last_value end as next from ${rows[0]!.sequence}`,
    )
    .execute(db);
  return Number(next[0]!.next);
}
