import { randomBytes } from "node:crypto";
import { type SqlBool, sql, type Transaction } from "kysely";
import type { Row, Schema } from "../store/schema.ts";
import { delegatedKinds, isBy } from "./delegated-kinds.ts";
import { noteKey } from "./key-audit.ts";
import { hashSecret } from "./key-secret.ts";

export interface KeysOf {
  accountId: string;
  personId: string;
  /** Who ends them. */
  by: string;
  at: number;
  why: string;
  /** Whose the keys are from now on; null if they are revoked. */
  handedTo: string | null;
}

type Trx = Transaction<Schema>;

/** A person's keys of an account, or those of others to which they gave a secret, locked in the order of admissions. */
function theirs(
  trx: Trx,
  kind: "api_key" | "key_secret",
  { accountId, personId, at }: KeysOf,
): Promise<Row<"api_keys">[]> {
  const { makers, counts } = delegatedKinds[kind];
  const keys = trx
    .selectFrom("api_keys")
    .where("account_id", "=", accountId)
    .where("revoked_at", "is", null)
    .where(sql<SqlBool>`${isBy(makers, personId)} and ${kind === "key_secret" ? counts!(at) : sql`1 = 1`}`)
    .orderBy("id");
  return keys.forUpdate().selectAll().execute();
}

/**
 * Ends what a member has in an account: their keys are revoked or handed over, and what they let programs do ends in any
 * case, because those programs are theirs.
 */
export async function endKeys(trx: Trx, of: KeysOf): Promise<void> {
  const { accountId, personId, by, at, handedTo, why } = of;
  const keys = await theirs(trx, "api_key", of);
  const grants = new Set<string>();
  for (const { id } of keys) {
    const gone = await trx.deleteFrom("oauth_grants").where("key_id", "=", id).returning("key_id").execute();
    for (const { key_id } of gone) grants.add(key_id);
  }
  await endCodes(trx, accountId, personId);
  for (const key of keys) {
    const change = trx.updateTable("api_keys").where("id", "=", key.id);
    if (handedTo !== null && !grants.has(key.id)) {
      await change.set({ person_id: handedTo }).execute();
      await noteKey(trx, at, "key handed over", key, { person: by, reason: `it was ${personId}'s` });
    } else {
      await change.set({ revoked_at: at, is_primary: 0 }).execute();
      await noteKey(trx, at, "key revoked", key, { person: by, reason: why });
    }
  }
}

/** Codes that a program could still exchange for a key. */
export const endCodes = (trx: Trx, accountId: string, personId: string) =>
  trx
    .deleteFrom("oauth_codes")
    .where("account_id", "=", accountId)
    .where(({ fn }) => fn.coalesce("person_id", "account_id"), "=", personId)
    .execute();

/** Others' keys lose the secret that this person gave them: they pay as before, and need a new one. Returns the keys. */
export async function endSecrets(trx: Trx, of: KeysOf): Promise<Row<"api_keys">[]> {
  const keys = await theirs(trx, "key_secret", of);
  for (const key of keys) {
    const hash = hashSecret(randomBytes(32).toString("hex"));
    const change = trx.updateTable("api_keys").where("id", "=", key.id);
    await change.set({ hash, given_by: null, previous_hash: null, previous_ends_at: null }).execute();
    await noteKey(trx, of.at, "key rotated", key, { person: of.by, reason: of.why });
  }
  return keys;
}

/** Keys of a member who may not manage webhooks and destinations may not either. */
export const lessenKeys = (trx: Trx, { accountId, personId }: Pick<KeysOf, "accountId" | "personId">) =>
  trx
    .updateTable("api_keys")
    .set({ manages_delivery: 0 })
    .where("account_id", "=", accountId)
    .where("person_id", "=", personId)
    .execute();
