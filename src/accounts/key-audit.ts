import type { Transaction } from "kysely";
import type { OwnersAct } from "../store/owners-acts.ts";
import type { Row, Schema } from "../store/schema.ts";
import { noteAct } from "./audit-log.ts";

/** Who changes a key, for the audit log. */
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
  trx: Transaction<Schema>,
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
