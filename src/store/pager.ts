import { type SelectQueryBuilder, type SqlBool, sql } from "kysely";

/** What a list is ordered by: columns, with the type of their values. The last one makes the order total. */
type Columns = Readonly<Record<string, "number" | "text">>;
type Unqualified<Name> = Name extends `${string}.${infer Column}` ? Column : Name;
/** A row's values in these columns: the place after which a page begins. */
type Place<C extends Columns> = {
  [Name in keyof C as Unqualified<Name>]: C[Name] extends "number" ? number : string;
};

export interface PageQuery {
  limit: number;
  cursor: string | null;
}

export class BadCursor extends Error {
  override readonly name = "BadCursor";
  readonly cursor: string;

  constructor(cursor: string) {
    super("is not a cursor of this list. Send the one that came with the last page, or none for the first page");
    this.cursor = cursor;
  }
}

/**
 * Pages of a list in the order of these columns, newest first by default. The cursor has the values of the last row seen, so
 * that rows which arrive or go meanwhile neither repeat another nor hide it, and the list's name, so that it serves no other.
 */
export function pager<const C extends Columns>(list: string, columns: C, direction: "asc" | "desc" = "desc") {
  const refs = Object.keys(columns);
  const names = refs.map((ref) => ref.slice(ref.indexOf(".") + 1));

  const write = (row: Place<C>): string =>
    encode([list, ...names.map((name) => (row as Record<string, unknown>)[name])]);

  function read(cursor: string): Place<C> {
    const [name, ...values] = decode(cursor);
    const isOurs = name === list && values.length === refs.length;
    if (!isOurs || !refs.every((ref, nth) => isStorable[columns[ref]!](values[nth]))) throw new BadCursor(cursor);
    return Object.fromEntries(names.map((column, nth) => [column, values[nth]])) as Place<C>;
  }

  /** The rows that follow this place, in order. */
  function after<DB, Table extends keyof DB, Row>(query: SelectQueryBuilder<DB, Table, Row>, place: Place<C> | null) {
    const ordered = refs.reduce((some, ref) => some.orderBy(sql.ref(ref), direction), query);
    if (place === null) return ordered;
    const than = sql.raw(direction === "asc" ? ">" : "<");
    const values = names.map((name) => (place as Record<string, unknown>)[name]);
    return ordered.where(sql<SqlBool>`(${sql.join(refs.map((ref) => sql.ref(ref)))}) ${than} (${sql.join(values)})`);
  }

  return {
    write,
    read,
    after,
    async page<DB, Table extends keyof DB, Row extends Place<C>, View>(
      query: SelectQueryBuilder<DB, Table, Row>,
      { limit, cursor }: PageQuery,
      viewOf: (row: Row) => View | Promise<View>,
    ): Promise<{ rows: View[]; next_cursor: string | null }> {
      const found = await after(query, cursor === null ? null : read(cursor))
        .limit(limit + 1)
        .execute();
      const rows = found.slice(0, limit);
      const last = rows.at(-1);
      return {
        rows: await Promise.all(rows.map(viewOf)),
        next_cursor: found.length > limit && last ? write(last as Place<C>) : null,
      };
    },
  };
}

/** What a column of either store can be compared with. */
const isStorable = {
  number: (value: unknown) => Number.isSafeInteger(value),
  text: (value: unknown) => typeof value === "string" && !value.includes("\0"),
};

const encode = (values: unknown[]): string => Buffer.from(JSON.stringify(values)).toString("base64url");

function decode(cursor: string): unknown[] {
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString());
    if (Array.isArray(values) && encode(values) === cursor) return values;
  } catch {}
  throw new BadCursor(cursor);
}
