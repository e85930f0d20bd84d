import { Type } from "typebox";
import { csvOf } from "../../../service/csv.ts";
import type { PageAnswer, StatementEntry } from "../api-types.ts";
import type { DashboardParts } from "../parts.ts";
import { readStatement, type StatementFilter } from "../queries/statement.ts";
import type { GuardedRoutes } from "../session.ts";
import { TimeQuery, timeAsked } from "../validation.ts";

const StatementQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 25 }),
  cursor: Type.Optional(Type.Integer({ minimum: 1, maximum: 1e15 })),
  show: Type.Enum(["all", "charges", "credits"], { default: "all" }),
  holds: Type.Optional(Type.Enum(["on"])),
  ...TimeQuery,
});

/** Entries of one file. */
const MOST_EXPORTED = 10_000;
const columns = ["at", "kind", "amount", "balance", "note", "request_id", "endpoint"];

export function registerStatementRoutes({ member }: GuardedRoutes, { store }: DashboardParts): void {
  const filterOf = ({ limit, cursor, show, holds, from, to }: StatementWish): StatementFilter => ({
    ...{ limit, before: cursor ?? null, show, holds: holds === "on" },
    ...timeAsked({ ...(from && { from }), ...(to && { to }) }),
  });

  member(
    "GET",
    "/ledger",
    { querystring: StatementQuery },
    ({ person, query }): Promise<PageAnswer<StatementEntry>> =>
      readStatement(store.db, person.id, filterOf(query as StatementWish)),
  );

  member("GET", "/ledger.csv", { querystring: StatementQuery }, async ({ person, query, reply }) => {
    const filter = { ...filterOf(query as StatementWish), limit: MOST_EXPORTED };
    const { rows } = await readStatement(store.db, person.id, filter);
    reply.headers({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="points.csv"',
    });
    return csvOf(
      columns,
      rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() })),
    );
  });
}

interface StatementWish {
  limit: number;
  cursor?: number;
  show: StatementFilter["show"];
  holds?: "on";
  from?: string;
  to?: string;
}
