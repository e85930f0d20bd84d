import { type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import type { Page } from "../contract/endpoint.ts";
import { invalidValue } from "../contract/errors.ts";
import type { PageQuery } from "./types.ts";

interface Listed {
  id: string;
  created_at: number;
}

/** The row after which a page begins. */
interface Place {
  at: number;
  id: string;
}

export const writeCursor = ({ at, id }: Place): string => Buffer.from(`${at}.${id}`).toString("base64url");

export function readCursor(cursor: string): Place {
  const [at = "", id = ""] = Buffer.from(cursor, "base64url").toString().split(".");
  if (/^\d{1,16}$/.test(at) && /^[\w-]{1,64}$/.test(id)) return { at: Number(at), id };
  throw invalidValue(["query", "cursor"], "is not a cursor of this list", cursor);
}

/** One page of a query, newest first, and the cursor of the next. */
export async function newestFirst<DB, Table extends keyof DB, R extends Listed, View>(
  query: SelectQueryBuilder<DB, Table, R>,
  { limit, cursor }: PageQuery,
  viewOf: (row: R) => View | Promise<View>,
): Promise<Page<View>> {
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
    rows: await Promise.all(rows.map(viewOf)),
    next_cursor: found.length > limit && last ? writeCursor({ at: last.created_at, id: last.id }) : null,
  };
}
