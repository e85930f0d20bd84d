import pg from "pg";

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

const INT8 = 20;
const NUMERIC = 1700;

/** Points, counters and times are all below 2^53: they arrive as numbers, as from SQLite. */
const types = {
  getTypeParser(oid: number, format?: "text" | "binary") {
    if ((oid === INT8 || oid === NUMERIC) && format !== "binary") return Number;
    return pg.types.getTypeParser(oid, format as "text");
  },
};

/**
 * A connection whose query failed without a word of the server (it was lost, or we stopped waiting) is in an unknown
 * state: it is closed, so that the pool opens another instead of queueing behind the answer that never comes.
 */
class Client extends pg.Client {
  override query(...args: any[]): any {
    const asked = (super.query as (...all: any[]) => unknown)(...args);
    if (asked instanceof Promise) {
      asked.catch((error: unknown) => {
        if (!(error instanceof pg.DatabaseError)) this.#stream.destroy();
      });
    }
    return asked;
  }

  get #stream(): { destroy(): void } {
    return (this as unknown as { connection: { stream: { destroy(): void } } }).connection.stream;
  }
}

export function openPool(
  url: string,
  connections: number,
  settings: PostgresSettings = defaultPostgresSettings,
): pg.Pool {
  const { connectTimeoutMs, statementTimeoutMs, queryTimeoutMs, pooler } = settings;
  const pool = new pg.Pool({
    connectionString: url,
    Client,
    max: connections,
    types: types as pg.CustomTypesConfig,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: queryTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // A pooler in transaction mode hands the connection to others: it takes no settings of a session.
    ...(pooler === "none" && { statement_timeout: statementTimeoutMs, application_name: "winnow" }),
  } as pg.PoolConfig);
  // A connection that the server closes must not end the process, whether it is idle or in use: whoever uses it is
  // told by the query itself, and the next query opens another.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}
