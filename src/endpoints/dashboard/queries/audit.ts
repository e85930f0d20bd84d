import type { Kysely } from "kysely";
import { readEmails } from "../../../accounts/account-row.ts";
import { type AuditEntry, appendAudit, readAudit } from "../../../accounts/audit-log.ts";
import type { Person } from "../../../accounts/types.ts";
import type { Schema } from "../../../store/schema.ts";
import type { DashboardContext } from "../context.ts";
import type { AuditRow } from "../views/admin.ts";

/** Adds an audit entry about an admin's change. */
export const trail = (
  { store, clock }: DashboardContext,
  who: Person,
  change: Omit<AuditEntry, "at" | "who">,
): Promise<void> => appendAudit(store.db, { at: clock.now(), who: who.id, ...change });

/** Entries of the log with addresses in place of ids, if the user still exists. */
export async function auditRows(db: Kysely<Schema>, page: Parameters<typeof readAudit>[1]): Promise<AuditRow[]> {
  const rows = await readAudit(db, page);
  const names = await readEmails(
    db,
    rows.flatMap(({ who, subject }) => [who, subject]),
  );
  return rows.map(({ who, subject, ...row }) => ({
    ...row,
    who: names.get(who) ?? who,
    subject: names.get(subject) ?? subject,
  }));
}
