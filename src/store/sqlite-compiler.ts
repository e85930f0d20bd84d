import {
  DefaultInsertValueNode,
  type InsertQueryNode,
  type OperationNode,
  RawNode,
  type SelectQueryNode,
  SqliteQueryCompiler,
  TableNode,
  ValueListNode,
  ValuesNode,
} from "kysely";
import { columns } from "./tables/index.ts";

/**
 * Locks of rows are left out, because SQLite has a single writer. It also has no `default` among the values of an insert. Kysely writes null where one of several rows lacks a column, which
 * a column with a default refuses: here it is the default.
 */
export class SqliteCompiler extends SqliteQueryCompiler {
  protected override visitSelectQuery(node: SelectQueryNode): void {
    super.visitSelectQuery({ ...node, endModifiers: [] });
  }

  protected override visitInsertQuery(node: InsertQueryNode): void {
    super.visitInsertQuery(withDefaults(node));
  }
}

function withDefaults(node: InsertQueryNode): InsertQueryNode {
  const { into, values, columns: names = [] } = node;
  if (!into || !values || !ValuesNode.is(values)) return node;
  const types = (columns as Record<string, Record<string, string>>)[tableName(into)] ?? {};
  const literals = names.map(({ column }) => defaultIn(types[column.name]));
  return {
    ...node,
    values: ValuesNode.create(
      values.values.map((row) =>
        ValueListNode.is(row)
          ? ValueListNode.create(
              row.values.map((value, nth) =>
                DefaultInsertValueNode.is(value) ? RawNode.createWithSql(literals[nth] ?? "null") : value,
              ),
            )
          : row,
      ),
    ),
  };
}

const tableName = (node: OperationNode): string => (TableNode.is(node) ? node.table.identifier.name : "");

const defaultIn = (type = ""): string | undefined => {
  const [, literal] = type.split("=");
  return literal && sqliteLiteral(literal);
};

/** SQLite stores a boolean as 0 or 1. */
export const sqliteLiteral = (literal: string): string => ({ false: "0", true: "1" })[literal] ?? literal;
