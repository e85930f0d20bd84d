import { pipeline, Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { sql } from "kysely";
import { isTheirs } from "../../../store/forget-account.ts";
import type { Store } from "../../../store/open-store.ts";
import { type OwnedTable, ownedTables } from "../../../store/ownership.ts";
import { unpackJson } from "../../../store/packing.ts";
import type { AnyDb } from "../../../store/schema.ts";
import { columns } from "../../../store/tables/index.ts";

/** Rows that are read at once: fewer of a table with bytes, of which one may have megabytes. */
const STEP = 200;
const STEP_OF_BYTES = 2;

/**
 * Everything stored about an account, as one compressed file: one JSON line per row, `{"table": ..., "row": ...}`, of every
 * table that `store/tables` declares as accounts', without credentials.
 */
export function exportAccount({ db }: Store, accountId: string): Readable {
  // A failure destroys the response: `pipe` would leave it open, and the error unhandled.
  return pipeline(Readable.from(lines(db, accountId)), createGzip(), () => {});
}

async function* lines(db: AnyDb, accountId: string): AsyncGenerator<string> {
  for (const table of ownedTables) yield* rowsOf(db, table, accountId);
}

async function* rowsOf(db: AnyDb, table: OwnedTable, accountId: string): AsyncGenerator<string> {
  const { name, of, secrets = [] } = table;
  const shown = Object.keys(columns[name]).filter((column) => !secrets.includes(column));
  const [first = of.column] = shown;
  const step = Object.values(columns[name]).some((type) => type.startsWith("bytes")) ? STEP_OF_BYTES : STEP;
  for (let offset = 0; ; offset += step) {
    const { rows } = await sql<Record<string, unknown>>`
      select ${sql.join(shown.map((column) => sql.ref(column)))} from ${sql.table(name)}
      where ${isTheirs(table, accountId)}
      order by ${sql.ref(first)} limit ${sql.lit(step)} offset ${sql.lit(offset)}`.execute(db);
    for (const row of rows) yield `${JSON.stringify({ table: name, row: await readable(name, row) })}\n`;
    if (rows.length < step) return;
  }
}

/** Decodes bytes: a response is packed JSON; a recording is base64. */
async function readable(table: string, row: Record<string, unknown>): Promise<Record<string, unknown>> {
  const shown = Object.entries(row).map(async ([name, value]) => {
    if (!(value instanceof Uint8Array)) return [name, value];
    if (table !== "answers") return [name, Buffer.from(value).toString("base64")];
    return [name, await unpackJson(value)];
  });
  return Object.fromEntries(await Promise.all(shown));
}
