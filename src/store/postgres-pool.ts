import pg from "pg";
import { defaultPostgresSettings, type PostgresSettings } from "./postgres-settings.ts";

const INT8 = 20;
const NUMERIC = 1700;

/** Points, counters and times are all below 2^53, so they are returned as numbers, as from SQLite. */
const types = {
  getTypeParser(oid: number, format?: "text" | "binary") {
    if ((oid === INT8 || oid === NUMERIC) && format !== "binary") return Number;
    return pg.types.getTypeParser(oid, format as "text");
  },
};

/**
 * Closes a connection whose query failed without a response from the server (it was lost, or timed out), because its state
 * is unknown. The pool opens another instead of queueing behind a response that never comes.
 */
class Client extends pg.Client {
  override query(...args: unknown[]): any {
    const asked = (super.query as (...all: unknown[]) => unknown)(...args);
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
    // A pooler in transaction mode shares the connection, so it accepts no session settings.
    ...(pooler === "none" && { statement_timeout: statementTimeoutMs, application_name: "winnow" }),
  } as pg.PoolConfig);
  // A connection closed by the server must not end the process, whether idle or in use: its query reports the error, and
  // the next query opens another.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}
