import type { Kysely } from "kysely";
import { ownersActs } from "../store/owners-acts.ts";
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

export async function appendAudit(db: Kysely<Schema>, { before, after, ...entry }: AuditEntry): Promise<void> {
  await db
    .insertInto("audit_log")
    .values({ ...entry, before: JSON.stringify(before ?? null), after: JSON.stringify(after ?? null) })
    .execute();
}

/** Newest first; `before` is the number of the previous page's last row. */
export async function readAudit(
  db: Kysely<Schema>,
  { subject, limit, before, byAdmins }: { subject?: string; limit: number; before: number | null; byAdmins?: boolean },
): Promise<Array<AuditEntry & { no: number }>> {
  let query = db.selectFrom("audit_log").selectAll().orderBy("no", "desc").limit(limit);
  if (subject !== undefined) query = query.where("subject", "=", subject);
  if (byAdmins) query = query.where("what", "not in", ownersActs);
  if (before !== null) query = query.where("no", "<", before);
  const rows = await query.execute();
  return rows.map((row) => ({
    ...row,
    before: row.before === null ? null : JSON.parse(row.before),
    after: row.after === null ? null : JSON.parse(row.after),
  }));
}
