import type { Migration } from "kysely/migration";

/**
 * What changes a store of 1.0.0 into the one that `tables` describes, in the order of their names. A released migration is
 * never edited or squashed, only followed by another. It adds, and removes nothing but indexes, because processes of the
 * version before still run. An empty store skips all of them. PostgreSQL's functions follow with the last one
 * (`migrate.ts`), because they may need the columns of any.
 */
export const migrations: Record<string, Migration> = {};
