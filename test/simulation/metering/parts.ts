import type { DatabaseSync } from "node:sqlite";
import type { Plans } from "../../../src/accounts/plans.ts";
import { batchedEngine } from "../../../src/metering/batched-engine.ts";
import type { LedgerEngine } from "../../../src/metering/commands.ts";
import { createPostgresEngine } from "../../../src/metering/postgres/postgres-engine.ts";
import { SqliteLedger } from "../../../src/metering/sqlite/sqlite-ledger.ts";
import type { Store } from "../../../src/store/open-store.ts";
import { openSqlite } from "../../../src/store/sqlite-connection.ts";
import type { Audit } from "./world.ts";

/** Small enough that windows fill and points run out often. */
export const simulatedPlans: Plans = {
  trial: { points: 400, once: true, ten_second: 3, minutely: 8, hourly: 60, daily: 300, monthly: 900 },
  small: { points: 1_500, once: false, ten_second: 5, minutely: 15, hourly: 120, daily: 600, monthly: 2_000 },
  large: { points: 6_000, once: false, ten_second: 12, minutely: 50, hourly: 400, daily: 2_000, monthly: 9_000 },
};

/** The store under test, with access to an account's whole ledger. */
export interface Bench {
  /** A new process, without the memory of an earlier one. */
  newEngine(): LedgerEngine;
  audit(accountId: string): Audit | Promise<Audit>;
  close(): void;
}

const auditSql = (parameter: string) => `
  select b.points as points, coalesce(sum(l.amount), 0) as total, coalesce(min(l.balance), 0) as lowest,
    count(case when l.kind in ('settle', 'release', 'expire') then 1 end) as endings,
    count(distinct case when l.kind in ('settle', 'release', 'expire') then l.request_no end) as "endedHolds",
    coalesce(-sum(case when l.kind in ('hold', 'settle', 'release', 'expire') then l.amount end), 0) as charged,
    coalesce(sum(case when l.kind = 'recall' then l.amount end), 0) as returned
  from balances b left join ledger l on l.account_id = b.account_id
  where b.account_id = ${parameter} group by b.points`;

export const openBench = (store: Store): Bench => {
  if (store.dialect === "sqlite") return sqliteBench(store.path);
  const { pool } = store;
  return {
    // With one batch at a time, requests of a burst are decided in the model's order.
    newEngine: () => createPostgresEngine(store, simulatedPlans, { lanes: 1 }),
    audit: async (accountId) =>
      (await pool.query({ name: "audit", text: auditSql("$1"), values: [accountId] })).rows[0],
    close: () => {},
  };
};

/** The ledger on the simulator's own thread, without waiting for the disk: only its decisions are tested here. */
function sqliteBench(path: string): Bench {
  const db: DatabaseSync = openSqlite(path);
  db.exec("pragma synchronous = off");
  const read = db.prepare(auditSql("?"));
  return {
    newEngine() {
      const ledger = new SqliteLedger(db, simulatedPlans);
      return batchedEngine({
        send: async (commands) => ledger.run(commands),
        lanes: 1,
        max: 100,
        leftNothing: () => true,
        ping: async () => ledger.run([]),
        close: async () => {},
      });
    },
    audit: (accountId) => read.get(accountId) as unknown as Audit,
    close: () => db.close(),
  };
}
