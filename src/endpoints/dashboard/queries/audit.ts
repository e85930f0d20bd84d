import type { Kysely } from "kysely";
import { readShownNames } from "../../../accounts/account-row.ts";
import { type AuditEntry, type AuditPage, appendAudit, readAudit } from "../../../accounts/audit-log.ts";
import type { Person } from "../../../accounts/types.ts";
import type { Page } from "../../../contract/endpoint.ts";
import type { Schema } from "../../../store/schema.ts";
import type { DashboardContext } from "../context.ts";
import type { AuditRow } from "../views/admin.ts";

/** Adds an audit entry about an admin's change. */
export const trail = (
  { store, clock }: DashboardContext,
  who: Person,
  what: string,
  subject: string,
  change: Pick<AuditEntry, "before" | "after">,
): Promise<void> => appendAudit(store.db, { at: clock.now(), who: who.id, what, subject, ...change });

/** A page of the log with addresses in place of ids, if the user still exists. */
export async function auditPage(db: Kysely<Schema>, page: AuditPage): Promise<Page<AuditRow>> {
  const { rows, next_cursor } = await readAudit(db, page);
  const idsIn = (value: unknown) => Object.entries((value ?? {}) as Record<string, string>).filter(isPerson);
  const about = (value: unknown) => idsIn(value).map(([, id]) => id);
  const ids = rows.flatMap(({ who, subject, before, after }) => [who, subject, ...about(before), ...about(after)]);
  const names = await readShownNames(db, ids);
  const named = (value: unknown) =>
    value && { ...value, ...Object.fromEntries(idsIn(value).map(([key, id]) => [key, names.get(id) ?? id])) };
  const shown = rows.map(({ who, subject, before, after, ...row }) => ({
    ...row,
    who: names.get(who) ?? who,
    subject: names.get(subject) ?? subject,
    before: named(before),
    after: named(after),
  }));
  return { rows: shown, next_cursor };
}

/** The member or invitation that an entry is about, by id. */
const isPerson = ([key, id]: [string, unknown]): boolean => /^(member|invitation)$/.test(key) && typeof id === "string";
