import { readFileSync } from "node:fs";
import { nextStart } from "./partitions/periods.ts";
import { sqliteLiteral } from "./sqlite-compiler.ts";
import { columns, type TableName, tableNames, tables } from "./tables/index.ts";
import type { Partition, Table } from "./tables/table.ts";

export type Dialect = "sqlite" | "postgres";

const TYPES: Record<Dialect, Record<string, string>> = {
  sqlite: {
    counter: "integer",
    text: "text",
    number: "integer",
    int: "integer",
    real: "real",
    bytes: "blob",
    date: "text",
    boolean: "integer",
  },
  postgres: {
    counter: "bigint generated always as identity",
    text: "text",
    number: "bigint",
    int: "integer",
    real: "double precision",
    bytes: "bytea",
    date: "timestamptz",
    boolean: "boolean",
  },
};

/** The statements that create every table of an empty store, as `tables` describes them. */
export const schemaStatements = (dialect: Dialect, now: number): string[] =>
  tableNames
    .filter((name) => dialect === "postgres" || !tables[name].postgresOnly)
    .flatMap((name) => tableStatements(dialect, name, now));

/** PostgreSQL's functions, installed as they are written. */
/** Functions of PostgreSQL, with their arguments. */
export const functions = ["winnow_ledger(json,json)", "winnow_site(text,text,json,json,double precision)"];

export const functionStatements = (): string[] =>
  ["ledger.sql", "site.sql"].map((file) => readFileSync(new URL(`./${file}`, import.meta.url), "utf8"));

function tableStatements(dialect: Dialect, name: TableName, now: number): string[] {
  const table = tables[name];
  const partition = dialect === "postgres" ? table.partition : undefined;
  const types = Object.entries(columns[name]);
  const [first] = types[0]!;
  const lines = types.map((column) => columnText(dialect, column, table));
  if (table.key) lines.push(`constraint ${name}_key primary key (${table.key})`);
  else if (partition) lines.push(`primary key (${first}, ${partition.column})`);
  if (table.check) lines.push(`check (${table.check})`);
  const split = partition ? ` partition by range (${partition.column})` : "";
  const storage = dialect === "postgres" && table.fillfactor ? ` with (fillfactor = ${table.fillfactor})` : "";
  return [
    `create table ${name} (${lines.join(", ")})${split}${storage}`,
    ...Object.entries(table.indexes ?? {}).map(([index, text]) => indexText(dialect, name, index, text)),
    ...(partition ? firstPartitions(name, partition, now) : []),
  ];
}

function columnText(dialect: Dialect, [column, type]: [string, string], table: Table): string {
  const isFirst = column === Object.keys(table.columns)[0];
  const isKey = isFirst && !table.key && !(dialect === "postgres" && table.partition);
  const [, base = "", mark = "", fallback] = /^([a-z]+)(?:(\?)|=(.*))?$/.exec(type) ?? [];
  return [
    `"${column}" ${TYPES[dialect][base]}`,
    fallback === undefined ? "" : ` default ${dialect === "sqlite" ? sqliteLiteral(fallback) : fallback}`,
    mark === "?" || (isKey && dialect === "sqlite") ? "" : " not null",
    isKey ? " primary key" : "",
    table.unique?.includes(column) ? " unique" : "",
  ].join("");
}

function indexText(dialect: Dialect, table: string, index: string, text: string): string {
  const [, unique = "", brin = "", rest] = /^(unique )?(brin )?(.*)$/.exec(text) ?? [];
  const method = brin && dialect === "postgres" ? "using brin " : "";
  return `create ${unique}index ${table}_${index} on ${table} ${method}${rest}`;
}

/** Responses are dated a week ahead. */
const MARGIN_MS = 9 * 86_400_000;

/** One partition for all rows until the next period or the one after it, and one for rows that no other partition takes. */
function firstPartitions(name: string, { span }: Partition, now: number): string[] {
  const end = nextStart(span, now + MARGIN_MS);
  return [
    `create table ${name}_before partition of ${name} for values from (minvalue) to (${end})`,
    `create table ${name}_rest partition of ${name} default`,
  ];
}
