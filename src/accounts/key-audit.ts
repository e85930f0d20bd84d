import type { Transaction } from "kysely";
import type { OwnersAct } from "../store/owners-acts.ts";
import type { Row, Schema } from "../store/schema.ts";
import { appendAudit } from "./audit-log.ts";

/** Who changes a key, for the audit log. */
export interface KeyAuthor {
  /** An admin's id, or `command line`; omitted for a member. */
  by?: string;
  /** The member; by default the person of a personal account. */
  person?: string;
  reason?: string;
}

type KeyAct = Extract<OwnersAct, `key ${string}`>;

/** The name of a change to a key, and its author. */
export const keyAct = (what: KeyAct, accountId: string, { by, person }: KeyAuthor) =>
  by === undefined ? { what, who: person ?? accountId } : { what: `${what} by the operator`, who: by };

/** Records a change to a key, in the transaction that makes it. */
export const noteKey = (
  trx: Transaction<Schema>,
  at: number,
  what: Exclude<KeyAct, "key changed">,
  { id, account_id, name, prefix }: Row<"api_keys">,
  author: KeyAuthor,
) => {
  const key = { key: id, name, prefix };
  const isNew = what === "key created";
  return appendAudit(trx, {
    at,
    ...keyAct(what, account_id, author),
    subject: account_id,
    before: isNew ? null : key,
    after: isNew ? key : { reason: author.reason ?? null },
  });
};
