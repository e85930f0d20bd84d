import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync, zstdDecompressSync } from "node:zlib";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Store } from "./open-store.ts";
import { fates, type OwnedTable, ownedTables } from "./ownership.ts";
import { columns, type TableName, tableNames, tables } from "./tables/index.ts";
import { OWNER } from "./tables/table.ts";

/** What was found of a value in one place. */
export interface Erased {
  place: string;
  rows: number;
  /** Deleted or emptied; what its owner put there is left for the owner to delete. */
  isErased: boolean;
}

const AT_ONCE = 100;

/** A value as texts, JSON and addresses have it. */
const spellings = (value: string): string[] => [
  ...new Set([value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)]),
];

/**
 * Erases every stored request and response that has a value, for somebody who asks to be forgotten: rows are deleted, and
 * rows that the books need are emptied, as when their account is deleted. Which tables have such content, and how each is
 * forgotten, is what `tables` says. With `dryRun` it only counts.
 */
export async function eraseValue(store: Store, value: string, { dryRun }: { dryRun: boolean }): Promise<Erased[]> {
  const found: Erased[] = [];
  const wanted = tableNames.filter((name) => tables[name].keepLess !== undefined);
  for (const name of wanted) {
    const rows = await rowsWith(store, name, spellings(value));
    for (const isErased of [true, false]) {
      const some = rows.filter((row) => row.isErasable === isErased);
      if (!dryRun && isErased) for (const { key } of some) await eraseRow(store, name, key);
      if (some.length > 0) found.push({ place: name, rows: some.length, isErased });
    }
  }
  // Files of these records are packed in ways of their own. They are made again when somebody reads one.
  if (!dryRun && found.length > 0) await store.db.deleteFrom("made_files").execute();
  return found;
}

/** What its owner put there is the owner's to delete, and what is still at work is needed until it ends. */
const isErasable = (name: TableName, row: Record<string, unknown>): boolean =>
  tables[name].stored !== OWNER && row.ended_at !== null && row.closed_at !== null;

type Key = Record<string, string | number>;

interface Found {
  key: Key;
  isErasable: boolean;
}

const keyColumns = (name: TableName): readonly string[] => tables[name].key ?? [Object.keys(columns[name])[0]!];

const isKey = (key: Key) =>
  sql<SqlBool>`${sql.join(
    Object.entries(key).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
    sql` and `,
  )}`;

/** The keys of the rows that have one of the texts in any column, packed or not. They are read some at a time. */
async function rowsWith({ db }: Store, name: TableName, texts: string[]): Promise<Found[]> {
  const key = keyColumns(name);
  const found: Found[] = [];
  const order = sql.join(key.map((column) => sql.ref(column)));
  for (let last: Key | null = null; ; ) {
    const after: RawBuilder<unknown> = last
      ? sql`where (${order}) > (${sql.join(Object.values<string | number>(last))})`
      : sql``;
    const { rows }: { rows: Array<Record<string, unknown>> } = await sql<Record<string, unknown>>`
      select * from ${sql.table(name)} ${after} order by ${order} limit ${AT_ONCE}`.execute(db);
    for (const row of rows) {
      last = Object.fromEntries(key.map((column) => [column, row[column] as string | number]));
      if (Object.values(row).some((value) => has(value, texts)))
        found.push({ key: last, isErasable: isErasable(name, row) });
    }
    if (rows.length < AT_ONCE) return found;
  }
}

function has(value: unknown, texts: string[]): boolean {
  if (typeof value === "string") return texts.some((text) => value.includes(text));
  if (!(value instanceof Uint8Array)) return false;
  return [value, ...unpacked(value)].some((bytes) => texts.some((text) => Buffer.from(bytes).includes(text)));
}

function* unpacked(bytes: Uint8Array): Generator<Uint8Array> {
  for (const unpack of [zstdDecompressSync, gunzipSync]) {
    try {
      yield unpack(bytes);
    } catch {
      // Packed in another way, or not at all.
    }
  }
}

async function eraseRow({ db }: Store, name: TableName, key: Key): Promise<void> {
  const table = tables[name];
  if (table.of === "nobody" || table.rows === "deleted") {
    for (const child of ownedTables.filter(({ of }) => of.parent?.table === name)) {
      const parent = key[child.of.parent!.key] ?? null;
      await sql`delete from ${sql.table(child.name)} where ${sql.ref(child.of.column)} = ${parent}`.execute(db);
    }
    await sql`delete from ${sql.table(name)} where ${isKey(key)}`.execute(db);
    return;
  }
  const emptied = fates({ name, ...table } as OwnedTable).flatMap(([column, fate]) =>
    typeof fate === "object" ? [sql`${sql.ref(column)} = ${fate.becomes}`] : [],
  );
  await sql`update ${sql.table(name)} set ${sql.join(emptied)} where ${isKey(key)}`.execute(db);
}

/** The same of files that are kept for engineers: pages that no reader understood, and what was asked. */
export async function eraseFiles(folder: string, value: string, { dryRun }: { dryRun: boolean }): Promise<Erased[]> {
  const names = await readdir(folder).catch(() => []);
  const found = new Set<string>();
  for (const name of names) {
    if (has(await readFile(join(folder, name)), spellings(value))) found.add(name.replace(/\.(body|json)$/, ""));
  }
  for (const name of dryRun ? [] : found) {
    for (const end of ["body", "json"]) await rm(join(folder, `${name}.${end}`), { force: true });
  }
  return found.size > 0 ? [{ place: folder, rows: found.size, isErased: true }] : [];
}
