/** How PostgreSQL is reached. Times are milliseconds; 0 switches a limit off. */
export interface PostgresSettings {
  /** All connections of the process: `shareOfPool` deals them out. */
  pool: number;
  connectTimeoutMs: number;
  /** How long the server works on a statement. */
  statementTimeoutMs: number;
  /** How long we wait for its answer, also where the server has fallen silent. */
  queryTimeoutMs: number;
  /** `transaction` behind pgbouncer in that mode: no named statements, no session settings. */
  pooler: "none" | "transaction";
}

export const defaultPostgresSettings: PostgresSettings = {
  pool: 12,
  connectTimeoutMs: 2_000,
  statementTimeoutMs: 15_000,
  queryTimeoutMs: 16_000,
  pooler: "none",
};

/**
 * Who has the process's connections. The ledger has its own, so that a long report keeps no admission waiting; so has work
 * without a time limit (migrations, dropping partitions), which one connection does in turn.
 */
export const shareOfPool = ({ pool }: Pick<PostgresSettings, "pool">) => ({
  ledger: 2,
  unhurried: 1,
  queries: pool - 3,
});
export const LEAST_CONNECTIONS = 4;

/** For work that reads whole tables, beside which nobody waits. */
export const unhurried = { statementTimeoutMs: 0, queryTimeoutMs: 0 } satisfies Partial<PostgresSettings>;
