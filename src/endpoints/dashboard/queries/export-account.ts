import { pipeline, Readable } from "node:stream";
import { createGzip, zstdDecompressSync } from "node:zlib";
import { sql } from "kysely";
import { columns } from "../../../store/columns.ts";
import { isTheirs } from "../../../store/forget-account.ts";
import type { Store } from "../../../store/open-store.ts";
import { type OwnedTable, ownedTables } from "../../../store/ownership.ts";
import type { AnyDb } from "../../../store/schema.ts";

const STEP = 200;

/**
 * Everything stored about an account, as one compressed file: one JSON line per row, `{"table": ..., "row": ...}`, of every
 * table that `ownership.ts` declares as accounts', without credentials.
 */
export function exportAccount({ db }: Store, accountId: string): Readable {
  // A failure destroys the response: `pipe` would leave it open, and the error unhandled.
  return pipeline(Readable.from(linesOf(db, accountId)), createGzip(), () => {});
}

async function* linesOf(db: AnyDb, accountId: string): AsyncGenerator<string> {
  for (const table of ownedTables) yield* rowsOf(db, table, accountId);
}

async function* rowsOf(db: AnyDb, table: OwnedTable, accountId: string): AsyncGenerator<string> {
  const { name, of, secrets = [] } = table;
  const shown = Object.keys(columns[name]).filter((column) => !secrets.includes(column));
  const [first = of.column] = shown;
  for (let offset = 0; ; offset += STEP) {
    const { rows } = await sql<Record<string, unknown>>`
      select ${sql.join(shown.map((column) => sql.ref(column)))} from ${sql.table(name)}
      where ${isTheirs(table, accountId)}
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
