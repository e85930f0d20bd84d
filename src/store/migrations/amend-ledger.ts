import { sql } from "kysely";
import type { AnyDb } from "../schema.ts";

/**
 * Edits the ledger's PostgreSQL function in place, so that several migrations of one release that touch it do not undo each
 * other.
 */
export async function amendLedger(db: AnyDb, changes: Array<[from: string, to: string]>): Promise<void> {
  const { rows } = await sql<{ text: string }>`
    select pg_get_functiondef(to_regprocedure('winnow_ledger(json, json)')) as text`.execute(db);
  let { text } = rows[0]!;
  for (const [from, to] of changes) {
    if (text.split(from).length !== 2) throw new Error(`the ledger's function does not hold ${from} once`);
    text = text.replace(from, () => to);
  }
  await sql.raw(text).execute(db);
}
