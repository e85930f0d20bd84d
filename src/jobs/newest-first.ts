import { type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import type { PageQuery } from "../service/jobs-api.ts";
import { readCursor, writeCursor } from "./cursor.ts";

interface Listed {
  id: string;
  created_at: number;
}

/** One page of a query over a table, newest first, and the cursor of the next. */
export async function newestFirst<DB, Table extends keyof DB, R extends Listed>(
  query: SelectQueryBuilder<DB, Table, R>,
  { limit, cursor }: PageQuery,
): Promise<{ rows: R[]; next_cursor: string | null }> {
  const place = cursor === null ? null : readCursor(cursor);
  const after = place ? query.where(sql<SqlBool>`(created_at, id) < (${place.at}, ${place.id})`) : query;
  const found = await after
    .orderBy(sql.ref("created_at"), "desc")
    .orderBy(sql.ref("id"), "desc")
    .limit(limit + 1)
    .execute();
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return {
    rows,
    next_cursor: found.length > limit && last ? writeCursor({ at: last.created_at, id: last.id }) : null,
  };
}
