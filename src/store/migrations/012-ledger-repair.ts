import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { postgresLedger } from "./004-postgres-ledger.ts";
import { isPostgres } from "./column-types.ts";

/**
 * Number 004 was edited after it had landed: databases that were made before have the function with other arguments,
 * and every call of theirs failed. They get the one that the service calls; the old one stays for processes that know it.
 */
export const ledgerRepair: Migration = {
  async up(db) {
    if (!isPostgres(db)) return;
    const { rows } = await sql<{ found: string | null }>`
      select to_regprocedure('winnow_ledger(json, json)')::text as found`.execute(db);
    if (rows[0]!.found === null) await postgresLedger.up(db);
  },
};
