import type { Transaction } from "kysely";
import type { Row, Schema } from "../store/schema.ts";
import { appendAudit } from "./audit-log.ts";

/** Who changes a key, for the audit log: an account's id, or `command line`. */
export interface KeyAuthor {
  by?: string;
  reason?: string;
}

/** Records a change to a key, in the transaction that makes it. */
export const noteKey = (
  trx: Transaction<Schema>,
  at: number,
  what: "key created" | "key revoked" | "key rotated",
  { id, account_id, name, prefix }: Row<"api_keys">,
  { by, reason }: KeyAuthor,
) => {
  const key = { key: id, name, prefix };
  const isNew = what === "key created";
  return appendAudit(trx, {
    at,
    who: by ?? account_id,
    what,
    subject: account_id,
    before: isNew ? null : key,
    after: isNew ? key : { reason: reason ?? null },
  });
};
