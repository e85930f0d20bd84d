import type pg from "pg";
import { emptyLeaseTable, type LeaseTable, renewLease } from "./lease-table.ts";
import { LEASE_MS, type LeaseStore } from "./leased-permit-store.ts";

const MOST_TRIES = 10;

/**
 * Leases in PostgreSQL, by its clock: a row for each origin, read and then written only where nobody has written it
 * meanwhile. No transaction and no lock is held between the two, so a process that dies there blocks nobody.
 */
export function postgresLeases(pool: pg.Pool): LeaseStore {
  return {
    async renew(origin, request, allowed) {
      for (let tries = 0; tries < MOST_TRIES; tries++) {
        const { rows } = await pool.query<{ book: LeaseTable; version: number; now: number }>(
          "select book, version, floor(extract(epoch from clock_timestamp()) * 1000)::float8 as now from leases where origin = $1",
          [origin],
        );
        const row = rows[0];
        if (!row) {
          await pool.query("insert into leases (origin, version, book) values ($1, 0, $2) on conflict do nothing", [
            origin,
            JSON.stringify(emptyLeaseTable(allowed)),
          ]);
          continue;
        }
        const grant = renewLease(row.book, request, allowed, LEASE_MS, row.now);
        const { rowCount } = await pool.query(
          "update leases set book = $2, version = version + 1 where origin = $1 and version = $3",
          [origin, JSON.stringify(row.book), row.version],
        );
        if (rowCount === 1) return grant;
      }
      throw new Error(`the leases of ${origin} change too quickly`);
    },
  };
}
