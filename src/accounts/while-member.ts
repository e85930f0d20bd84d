import type { Kysely, Transaction } from "kysely";
import { ownerId } from "../store/practice-id.ts";
import type { Schema } from "../store/schema.ts";
import { NoSuchThing } from "./account-problem.ts";
import { lockAccount } from "./account-row.ts";
import { readRole } from "./members.ts";
import { may, type Permission } from "./roles.ts";

interface InTheirName {
  accountId: string;
  personId: string;
  needs: Permission;
}

/** A change in a member's name, under the lock of the account: nobody sets up anything while they are being removed. */
export const whileMember = <T>(
  db: Kysely<Schema>,
  { accountId, personId, needs }: InTheirName,
  change: (trx: Transaction<Schema>) => Promise<T>,
): Promise<T> =>
  db.transaction().execute(async (trx) => {
    const id = ownerId(accountId);
    await lockAccount(trx, id);
    const role = await readRole(trx, id, personId);
    if (role === null || !may(role, needs)) throw new NoSuchThing("account");
    return change(trx);
  });
