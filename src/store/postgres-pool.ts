import pg from "pg";

const INT8 = 20;
const NUMERIC = 1700;

/** Points, counters and times are all below 2^53: they arrive as numbers, as from SQLite. */
const types = {
  getTypeParser(oid: number, format?: "text" | "binary") {
    if ((oid === INT8 || oid === NUMERIC) && format !== "binary") return Number;
    return pg.types.getTypeParser(oid, format as "text");
  },
};

export function openPool(databaseUrl: string, connections: number): pg.Pool {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections, types: types as pg.CustomTypesConfig });
  // An idle connection that the server closes must not end the process; the next query opens another.
  pool.on("error", () => {});
  return pool;
}
