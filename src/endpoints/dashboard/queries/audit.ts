import type { Kysely } from "kysely";
import { readEmails } from "../../../accounts/account-row.ts";
import { type AuditEntry, type AuditPage, appendAudit, readAudit } from "../../../accounts/audit-log.ts";
import type { Person } from "../../../accounts/types.ts";
import type { Schema } from "../../../store/schema.ts";
import type { DashboardContext } from "../context.ts";
import type { AuditAnswer, AuditRow } from "../views/admin.ts";

/** Adds an audit entry about an admin's change. */
export const trail = (
  { store, clock }: DashboardContext,
  who: Person,
  change: Omit<AuditEntry, "at" | "who">,
): Promise<void> => appendAudit(store.db, { at: clock.now(), who: who.id, ...change });

/** Entries of the log with addresses in place of ids, if the user still exists. */
export async function auditRows(db: Kysely<Schema>, page: AuditPage): Promise<AuditRow[]> {
  const rows = await readAudit(db, page);
  const ids = rows.flatMap(({ who, subject, before, after }) => [who, subject, ...members(before), ...members(after)]);
  const emails = await readEmails(db, ids);
  const named = (value: unknown) => {
    const [member] = members(value);
    return member === undefined ? value : { ...(value as object), member: emails.get(member) ?? member };
  };
  return rows.map(({ who, subject, before, after, ...row }) => ({
    ...row,
    who: emails.get(who) ?? who,
    subject: emails.get(subject) ?? subject,
    before: named(before),
    after: named(after),
  }));
}

/** The member that an entry is about. */
const members = (value: unknown): string[] => {
  const { member } = (value ?? {}) as { member?: unknown };
  return typeof member === "string" ? [member] : [];
};

const PAGE = 50;

/** A page of the log, and where the next one begins. */
export async function auditPage(db: Kysely<Schema>, page: Omit<AuditPage, "limit">): Promise<AuditAnswer> {
  const audit = await auditRows(db, { ...page, limit: PAGE });
  return { audit, cursor: audit.length < PAGE ? null : audit.at(-1)!.no };
}
