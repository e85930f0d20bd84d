import type { Kysely } from "kysely";
import { limits } from "../limits/limits.ts";
import { type OwnersAct, ownersActs } from "../store/owners-acts.ts";
import { type PageQuery, pager } from "../store/pager.ts";
import type { Schema } from "../store/schema.ts";

export interface AuditEntry {
  /** Milliseconds since 1970. */
  at: number;
  /** The author: an account's id, or `command line`. */
  who: string;
  /** One of `ownersActs`, or what an admin or the operator changed. */
  what: string;
  /** The id of the account or object that was changed. */
  subject: string;
  before: unknown;
  after: unknown;
}

/** Entries between two looks for surplus ones. */
const LOOK_EVERY = 20;

export async function appendAudit(db: Kysely<Schema>, { before, after, ...entry }: AuditEntry): Promise<void> {
  const { no } = await db
    .insertInto("audit_log")
    .values({ ...entry, before: JSON.stringify(before ?? null), after: JSON.stringify(after ?? null) })
    .returning("no")
    .executeTakeFirstOrThrow();
  if (no % LOOK_EVERY === 0 && isOwnersAct(entry.what)) await deleteOldest(db, entry.subject, entry.what);
}

/** What somebody did in an account that is theirs to change, or the operator for them. */
interface OwnersEntry
  extends Pick<AuditEntry, "at" | "who" | "subject">,
    Partial<Pick<AuditEntry, "before" | "after">> {
  what: OwnersAct;
  isOperator?: boolean;
}

export const noteAct = (
  db: Kysely<Schema>,
  { what, isOperator = false, before = null, after = null, ...entry }: OwnersEntry,
): Promise<void> => appendAudit(db, { ...entry, what: isOperator ? `${what} by the operator` : what, before, after });

const isOwnersAct = (what: string): boolean => (ownersActs as readonly string[]).includes(what);

/** Only of this kind, so that nobody can hide one act behind many of another. */
const deleteOldest = (db: Kysely<Schema>, subject: string, what: string) =>
  db
    .deleteFrom("audit_log")
    .where("subject", "=", subject)
    .where("what", "=", what)
    .where("no", "<=", (from) =>
      from
        .selectFrom("audit_log")
        .where("subject", "=", subject)
        .where("what", "=", what)
        .orderBy("no", "desc")
        .offset(limits.ownersActsKept.max)
        .limit(1)
        .select("no"),
    )
    .execute();

const newestEntries = pager("audit_log", { no: "number" });

export interface AuditPage extends PageQuery {
  subject?: string;
  /** Only what people of accounts did, or only what admins and the operator did. */
  by?: "owners" | "admins";
}

/** Newest first. */
export function readAudit(db: Kysely<Schema>, { subject, by, ...page }: AuditPage) {
  let query = db.selectFrom("audit_log").selectAll();
  if (subject !== undefined) query = query.where("subject", "=", subject);
  if (by) query = query.where("what", by === "owners" ? "in" : "not in", ownersActs);
  return newestEntries.page(query, page, (row): AuditEntry & { no: number } => ({
    ...row,
    before: row.before === null ? null : JSON.parse(row.before),
    after: row.after === null ? null : JSON.parse(row.after),
  }));
}
