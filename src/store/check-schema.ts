import { sql } from "kysely";
import { FixableError } from "../base/fixable-error.ts";
import { functions } from "./create-schema.ts";
import { isPostgres } from "./is-postgres.ts";
import type { AnyDb } from "./schema.ts";
import { columns, tableNames, tables } from "./tables/index.ts";

/** The store's schema does not fit; the message says what is missing. */
export class SchemaMismatch extends FixableError {
  constructor(missing: string[]) {
    const shown = missing.slice(0, 3).join(", ") + (missing.length > 3 ? `, and ${missing.length - 3} more` : "");
    super(
      `The database does not fit this version of Winnow: it lacks ${shown}. Start the version that wrote it, or restore a backup (docs/scaling-out.md).`,
    );
    this.name = "SchemaMismatch";
  }
}

/** Stops a start that could only respond with 500. Tables and columns added by a newer version do not matter. */
export async function checkSchema(db: AnyDb): Promise<void> {
  const onPostgres = isPostgres(db);
  const found = new Set(await namesOf(onPostgres ? postgresColumns : sqliteColumns, db));
  const missing = tableNames
    .filter((table) => onPostgres || !tables[table].postgresOnly)
    .flatMap((table) => Object.keys(columns[table]).map((name) => `${table}.${name}`))
    .filter((column) => !found.has(column));
  if (onPostgres) missing.push(...(await namesOf(missingFunctions, db)));
  if (missing.length > 0) throw new SchemaMismatch(missing);
}

interface Named {
  name: string;
}

const sqliteColumns = sql<Named>`
  select m.name || '.' || c.name as name from sqlite_master m join pragma_table_info(m.name) c where m.type = 'table'`;

const postgresColumns = sql<Named>`
  select table_name || '.' || column_name as name from information_schema.columns
  where table_schema = any (current_schemas(false))`;

const missingFunctions = sql<Named>`
  select 'the function ' || name as name from unnest(${functions}::text[]) name where to_regprocedure(name) is null`;

const namesOf = async (query: typeof sqliteColumns, db: AnyDb): Promise<string[]> =>
  (await query.execute(db)).rows.map(({ name }) => name);
