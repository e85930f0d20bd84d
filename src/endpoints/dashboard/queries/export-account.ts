import { Readable } from "node:stream";
import { createGzip, zstdDecompressSync } from "node:zlib";
import { sql } from "kysely";
import type { Store } from "../../../store/open-store.ts";
import type { AnyDb } from "../../../store/schema.ts";

const STEP = 200;

/** Credentials are not the account's data; matches columns of any table. */
const SECRET = /hash|secret|token|password/;

/**
 * Everything stored about an account, as one compressed file: one JSON line per row, `{"table": ..., "row": ...}`. It
 * covers every table that names an account, including later ones.
 */
export function exportAccount({ db }: Store, accountId: string): Readable {
  return Readable.from(linesOf(db as AnyDb, accountId)).pipe(createGzip());
}

async function* linesOf(db: AnyDb, accountId: string): AsyncGenerator<string> {
  const tables = (await db.introspection.getTables()).filter(({ isView }) => !isView);
  const owned = tables.flatMap(({ name, columns }) => {
    const names = columns.map((column) => column.name);
    const owner = owners[name] ?? (names.includes("account_id") ? "account_id" : null);
    return owner ? [{ name, owner, columns: names.filter((column) => !SECRET.test(column)) }] : [];
  });
  for (const { name, owner, columns } of owned.sort((a, b) => a.name.localeCompare(b.name))) {
    yield* rowsOf(db, { name, owner, columns }, accountId);
  }
}

/** Tables that name the account in another column. */
const owners: Record<string, string> = { people: "id", sessions: "user_id", audit_log: "subject" };

interface Owned {
  name: string;
  owner: string;
  columns: string[];
}

async function* rowsOf(db: AnyDb, { name, owner, columns }: Owned, accountId: string): AsyncGenerator<string> {
  const [first = owner] = columns;
  for (let offset = 0; ; offset += STEP) {
    const { rows } = await sql<Record<string, unknown>>`
      select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(name)}
      where ${sql.ref(owner)} = ${accountId}
      order by ${sql.ref(first)} limit ${sql.lit(STEP)} offset ${sql.lit(offset)}`.execute(db);
    for (const row of rows) yield `${JSON.stringify({ table: name, row: readable(name, row) })}\n`;
    if (rows.length < STEP) return;
  }
}

/** Decodes bytes: a response is packed JSON; a recording is base64. */
function readable(table: string, row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (!(value instanceof Uint8Array)) return [name, value];
      if (table !== "answers") return [name, Buffer.from(value).toString("base64")];
      return [name, JSON.parse(zstdDecompressSync(value).toString())];
    }),
  );
}
