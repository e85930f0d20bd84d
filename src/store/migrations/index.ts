import type { Migration } from "kysely/migration";

/**
 * What changes a store of 1.0.0-rc.1 into the one that `tables` describes, in the order of their names. A landed
 * migration is never edited, only followed by another, and it only adds. An empty store skips all of them.
 */
export const migrations: Record<string, Migration> = {};
