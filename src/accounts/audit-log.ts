import type { Kysely } from "kysely";
import { limits } from "../limits/limits.ts";
import { type OwnersAct, ownersActs } from "../store/owners-acts.ts";
import { type PageQuery, pager } from "../store/pager.ts";
import { keepNewest } from "../store/row-changes.ts";
import type { Row, Schema } from "../store/schema.ts";

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
  if (no % LOOK_EVERY !== 0 || !isOwnersAct(entry.what)) return;
  // Only of this kind, so that nobody can hide one act behind many of another.
  const of = { subject: entry.subject, what: entry.what };
  await keepNewest(db, "audit_log", { of, by: "no", max: limits.ownersActsKept.max });
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

/** Who changes a key. */
export interface KeyAuthor {
  /** An admin's id, or `command line`; omitted for a member. */
  by?: string;
  /** The member; by default the person of a personal account. */
  person?: string;
  reason?: string;
}

/** Whose act a change to a key was, in whose account. */
export const actOf = ({ by, person }: KeyAuthor, accountId: string) => ({
  who: by ?? person ?? accountId,
  isOperator: by !== undefined,
  subject: accountId,
});

/** Records a change to a key, in the transaction that makes it. */
export const noteKey = (
  trx: Kysely<Schema>,
  at: number,
  what: Exclude<Extract<OwnersAct, `key ${string}`>, "key changed">,
  { id, account_id, name, prefix }: Row<"api_keys">,
  author: KeyAuthor,
) => {
  const key = { key: id, name, prefix };
  const isNew = what === "key created";
  const after = isNew ? key : { reason: author.reason ?? null };
  return noteAct(trx, { what, at, ...actOf(author, account_id), before: isNew ? null : key, after });
};
