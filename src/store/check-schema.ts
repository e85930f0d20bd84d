import { type Kysely, sql } from "kysely";
import { isPostgres } from "./migrations/column-types.ts";
import { requiredSchema } from "./required-schema.ts";

/** The store cannot be worked with as it is; the message says what is missing. */
export class SchemaMismatch extends Error {
  constructor(missing: string[]) {
    const shown = missing.slice(0, 3).join(", ") + (missing.length > 3 ? `, and ${missing.length - 3} more` : "");
    super(
      `The database does not fit this version of Winnow: it lacks ${shown}. Start the version that wrote it, or restore a backup (docs/scaling-out.md).`,
    );
    this.name = "SchemaMismatch";
  }
}

/** Stops a start that could only answer 500: every table, column and function that is needed has to be there. */
export async function checkSchema(db: Kysely<any>): Promise<void> {
  const onPostgres = isPostgres(db);
  const there = new Set(onPostgres ? await postgresColumns(db) : await sqliteColumns(db));
  const missing = Object.entries(requiredSchema.columns)
    .filter(([table]) => onPostgres || !requiredSchema.onPostgresAlone.includes(table))
    .flatMap(([table, columns]) => columns.map((column) => `${table}.${column}`))
    .filter((column) => !there.has(column));
  if (onPostgres) missing.push(...(await missingFunctions(db)));
  if (missing.length > 0) throw new SchemaMismatch(missing);
}

async function postgresColumns(db: Kysely<any>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = any (current_schemas(false))`.execute(db);
  return rows.map(({ name }) => name);
}

async function sqliteColumns(db: Kysely<any>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select m.name || '.' || c.name as name from sqlite_master m join pragma_table_info(m.name) c
    where m.type = 'table'`.execute(db);
  return rows.map(({ name }) => name);
}

async function missingFunctions(db: Kysely<any>): Promise<string[]> {
  const missing: string[] = [];
  for (const name of requiredSchema.functions) {
    const { rows } = await sql<{ found: string | null }>`select to_regprocedure(${name})::text as found`.execute(db);
    if (rows[0]!.found === null) missing.push(`the function ${name}`);
  }
  return missing;
}
