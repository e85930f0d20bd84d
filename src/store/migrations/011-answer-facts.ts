import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { postgresLedger } from "./004-postgres-ledger.ts";
import { columnTypes, isPostgres } from "./column-types.ts";

/** The history row tells how the records ended, how many there are, what a text was taken to mean and what had no effect. */
export const answerFacts: Migration = {
  async up(db) {
    const { whole } = columnTypes(db);
    await db.schema.alterTable("requests").addColumn("results_end", "text").execute();
    await db.schema.alterTable("requests").addColumn("results_total", whole).execute();
    await db.schema.alterTable("requests").addColumn("resolved", "text").execute();
    await db.schema.alterTable("requests").addColumn("warnings", "text").execute();
    if (isPostgres(db)) {
      await amendLedger(db, [
        ['"note" text,', '"note" text, "resultsEnd" text, "resultsTotal" bigint, "resolved" text, "warnings" text,'],
        [
          'error_text = c."errorText"',
          'error_text = c."errorText", results_end = c."resultsEnd", results_total = c."resultsTotal", ' +
            'resolved = c."resolved", warnings = c."warnings"',
        ],
      ]);
    }
  },
};

/** Changes the ledger's function where it stands: migrations of one release that touch it do not undo each other. */
async function amendLedger(db: Parameters<Migration["up"]>[0], changes: Array<[from: string, to: string]>) {
  const find = () =>
    sql<{ text: string | null }>`select pg_get_functiondef(to_regprocedure('winnow_ledger(json, json)')) as text`
      .execute(db)
      .then(({ rows }) => rows[0]!.text);
  // A database of before number 004 was edited has the function with other arguments alone.
  if ((await find()) === null) await postgresLedger.up(db);
  let text = (await find())!;
  for (const [from, to] of changes) {
    if (text.split(from).length !== 2) throw new Error(`the ledger's function does not hold ${from} once`);
    text = text.replace(from, () => to);
  }
  await sql.raw(text).execute(db);
}
