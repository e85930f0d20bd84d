/** Connection settings of PostgreSQL. Times are milliseconds; 0 disables a limit. */
export interface PostgresSettings {
  /** All connections of the process; `shareOfPool` divides them. */
  pool: number;
  connectTimeoutMs: number;
  /** How long the server may work on a statement. */
  statementTimeoutMs: number;
  /** How long we wait for its response, even if the server has gone silent. */
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
 * Divides the process's connections. The ledger has its own, so that a long report delays no admission; so does work
 * without a timeout (migrations, dropping partitions), which shares one connection.
 */
export const shareOfPool = ({ pool }: Pick<PostgresSettings, "pool">) => ({
  ledger: 2,
  longRunning: 1,
  queries: pool - 3,
});
export const MIN_CONNECTIONS = 4;

/** For work that reads whole tables and that nobody waits for. */
export const longRunning = { statementTimeoutMs: 0, queryTimeoutMs: 0 } satisfies Partial<PostgresSettings>;

/** A statement that is parsed and planned once per connection. A pooler in transaction mode may use one that does not know it. */
export const prepared = ({ pooler }: Pick<PostgresSettings, "pooler">, name: string): { name?: string } =>
  pooler === "none" ? { name } : {};
