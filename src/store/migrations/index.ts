import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * What changes a store of 1.0.0-rc.1 into the one that `tables` describes, in the order of their names. A landed
 * migration is never edited, only followed by another. It adds, and removes nothing but indexes, because processes of the
 * version before still run. An empty store skips all of them.
 */
export const migrations: Record<string, Migration> = {
  "101-jobs-handed-over": {
    async up(db) {
      for (const index of ["due", "held", "lanes", "leased"]) {
        await sql`drop index if exists ${sql.id(`jobs_${index}`)}`.execute(db);
      }
      await sql`create index jobs_handed_over on jobs (account_id, source, priority)
        where announced_at is not null and ended_at is null`.execute(db);
      await sql`create index jobs_waiting on jobs (account_id, source, priority desc, run_after)
        where status = 'queued' and announced_at is null and run_after < 9007199254740991`.execute(db);
    },
  },
  "102-deliveries-handed-over": {
    async up(db) {
      await sql`alter table webhook_deliveries add column announced_at bigint`.execute(db);
      await sql`drop index if exists webhook_deliveries_lanes`.execute(db);
      await sql`create index webhook_deliveries_handed_over on webhook_deliveries (account_id, coalesce(endpoint_id, ''))
        where announced_at is not null and ended_at is null`.execute(db);
      await sql`create index webhook_deliveries_waiting on webhook_deliveries
        (account_id, coalesce(endpoint_id, ''), next_at) where status = 'pending' and announced_at is null`.execute(db);
    },
  },
};
