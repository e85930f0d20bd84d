import type { Kysely } from "kysely";
import type { Schema } from "../store/schema.ts";

/** What somebody changed for somebody else. */
export interface AuditEntry {
  /** Milliseconds since 1970. */
  at: number;
  /** Who did it: a person's id, or `command line`. */
  who: string;
  what: string;
  /** To whom or what: an id. */
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

/** Newest first; `before` is the number of the last row of the page before. */
export async function readAudit(
  db: Kysely<Schema>,
  { subject, limit, before, byAdmins }: { subject?: string; limit: number; before: number | null; byAdmins?: boolean },
): Promise<Array<AuditEntry & { no: number }>> {
  let query = db.selectFrom("audit_log").selectAll().orderBy("no", "desc").limit(limit);
  if (subject !== undefined) query = query.where("subject", "=", subject);
  // What people do to their own account, and failed sign-ins, are no changes of an admin.
  if (byAdmins) query = query.whereRef("who", "<>", "subject").where("who", "<>", "somebody");
  if (before !== null) query = query.where("no", "<", before);
  const rows = await query.execute();
  return rows.map((row) => ({
    ...row,
    before: row.before === null ? null : JSON.parse(row.before),
    after: row.after === null ? null : JSON.parse(row.after),
  }));
}
