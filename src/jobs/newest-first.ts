import type { SelectQueryBuilder } from "kysely";
import type { PageQuery } from "../service/jobs-api.ts";
import { readCursor, writeCursor } from "./cursor.ts";

interface Listed {
  id: string;
  created_at: number;
}

/** One page of a query over a table, newest first, and the cursor of the next. */
export async function newestFirst<R extends Listed>(
  // Whatever the table: its rows have the two columns, which is all that is asked of it here.
  query: SelectQueryBuilder<any, any, R>,
  { limit, cursor }: PageQuery,
): Promise<{ rows: R[]; next_cursor: string | null }> {
  const place = cursor === null ? null : readCursor(cursor);
  const after = place
    ? query.where(({ eb, refTuple, tuple }) => eb(refTuple("created_at", "id"), "<", tuple(place.at, place.id)))
    : query;
  const found = await after
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return {
    rows,
    next_cursor: found.length > limit && last ? writeCursor({ at: last.created_at, id: last.id }) : null,
  };
}
