import type { Transaction } from "kysely";
import { isPostgres } from "../store/is-postgres.ts";
import type { Schema } from "../store/schema.ts";
import { noteKey } from "./key-audit.ts";

export interface KeysOf {
  accountId: string;
  personId: string;
  /** Who ends them. */
  by: string;
  at: number;
  /** Whose the keys are from now on; null if they are revoked. */
  handedTo: string | null;
}

/**
 * Ends what a member has in an account: their keys are revoked or handed over, and what they let programs do ends in any
 * case, because those programs are theirs.
 */
export async function endMembersKeys(trx: Transaction<Schema>, of: KeysOf): Promise<void> {
  const { accountId, personId, by, at, handedTo } = of;
  const own = trx
    .selectFrom("api_keys")
    .where("account_id", "=", accountId)
    .where("person_id", "=", personId)
    .where("revoked_at", "is", null)
    .orderBy("id");
  const keys = await (isPostgres(trx) ? own.forUpdate() : own).selectAll().execute();
  const grants = new Set(
    keys.length === 0
      ? []
      : (
          await trx
            .deleteFrom("oauth_grants")
            .where(
              "key_id",
              "in",
              keys.map(({ id }) => id),
            )
            .returning("key_id")
            .execute()
        ).map(({ key_id }) => key_id),
  );
  await trx.deleteFrom("oauth_codes").where("account_id", "=", accountId).where("person_id", "=", personId).execute();
  for (const key of keys) {
    const change = trx.updateTable("api_keys").where("id", "=", key.id);
    if (handedTo !== null && !grants.has(key.id)) {
      await change.set({ person_id: handedTo }).execute();
      await noteKey(trx, at, "key handed over", key, { person: by, reason: `it was ${personId}'s` });
    } else {
      await change.set({ revoked_at: at, is_primary: 0 }).execute();
      await noteKey(trx, at, "key revoked", key, { person: by, reason: "its member has no such access any more" });
    }
  }
}
