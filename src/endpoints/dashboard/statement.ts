import { type Static, Type } from "typebox";
import { page } from "../../contract/endpoint.ts";
import { choice, integer } from "../../contract/shapes.ts";
import { pageFields } from "../context.ts";
import { csvFile, memberGroup, table } from "./context.ts";
import { spanFields, spanOf } from "./queries/history.ts";
import { readStatement, type StatementFilter } from "./queries/statement.ts";
import { StatementEntry } from "./views/usage.ts";

const { member } = memberGroup("work", "ledger");

export const statementQuery = Type.Object({
  limit: integer({ minimum: 1, maximum: 100, default: 25 }),
  cursor: pageFields.cursor,
  show: choice(["all", "charges", "added"], { default: "all" }),
  holds: Type.Optional(choice(["on"])),
  ...spanFields,
});

/** Entries of one file. */
const MAX_EXPORTED = 10_000;
const columns = ["at", "kind", "amount", "balance", "note", "request_id", "endpoint"];

/** The account's points as a statement. */
export const statementEndpoints = [
  member("GET /ledger", {
    summary: "The account's points statement, newest first",
    query: statementQuery,
    answer: page(StatementEntry, "The entries."),
    handle: ({ caller, query }, { store }) => readStatement(store.db, caller.account.id, statementFilter(query)),
  }),
  member("GET /ledger.csv", {
    summary: "The account's points statement, as CSV",
    query: statementQuery,
    answer: table,
    async handle({ caller, query }, { store }) {
      const { rows } = await readStatement(
        store.db,
        caller.account.id,
        statementFilter({ ...query, limit: MAX_EXPORTED }),
      );
      return csvFile(
        "points.csv",
        columns,
        rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() })),
      );
    },
  }),
];

export const statementFilter = ({
  limit,
  cursor,
  show,
  holds,
  ...span
}: Static<typeof statementQuery>): StatementFilter => ({
  limit,
  cursor: cursor ?? null,
  show,
  holds: holds === "on",
  ...spanOf(span),
});
