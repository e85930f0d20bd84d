import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Changes to a key by an admin or on the command line get a name of their own: the log tells them from the owner's by it. */
export const operatorsKeyActs: Migration = {
  async up(db) {
    await sql`
      update audit_log set what = what || ' by the operator'
      where who <> subject and what in ('key created', 'key changed', 'key rotated', 'key revoked')`.execute(db);
  },
};
