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
  what: string,
  subject: string,
  change: Pick<AuditEntry, "before" | "after">,
): Promise<void> => appendAudit(store.db, { at: clock.now(), who: who.id, what, subject, ...change });

/** Entries of the log with addresses in place of ids, if the user still exists. */
export async function auditRows(db: Kysely<Schema>, page: AuditPage): Promise<AuditRow[]> {
  const rows = await readAudit(db, page);
  const idsIn = (value: unknown) => Object.entries((value ?? {}) as Record<string, string>).filter(isPerson);
  const about = (value: unknown) => idsIn(value).map(([, id]) => id);
  const ids = rows.flatMap(({ who, subject, before, after }) => [who, subject, ...about(before), ...about(after)]);
  const emails = await readEmails(db, ids);
  const named = (value: unknown) =>
    value && { ...value, ...Object.fromEntries(idsIn(value).map(([key, id]) => [key, emails.get(id) ?? id])) };
  return rows.map(({ who, subject, before, after, ...row }) => ({
    ...row,
    who: emails.get(who) ?? who,
    subject: emails.get(subject) ?? subject,
    before: named(before),
    after: named(after),
  }));
}

/** The member or invitation that an entry is about, by id. */
const isPerson = ([key, id]: [string, unknown]): boolean => /^(member|invitation)$/.test(key) && typeof id === "string";

const PAGE = 50;

/** A page of the log, and where the next one begins. */
export async function auditPage(db: Kysely<Schema>, page: Omit<AuditPage, "limit">): Promise<AuditAnswer> {
  const audit = await auditRows(db, { ...page, limit: PAGE });
  return { audit, cursor: audit.length < PAGE ? null : audit.at(-1)!.no };
}
