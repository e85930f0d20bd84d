import { randomBytes } from "node:crypto";
import { type SqlBool, sql, type Transaction } from "kysely";
import { changesRow } from "../store/row-changes.ts";
import type { Row, Schema } from "../store/schema.ts";
import { delegatedKinds, isTheirs } from "./delegated-kinds.ts";
import { noteKey } from "./key-audit.ts";
import { hashSecret } from "./key-secret.ts";
import type { MemberRole } from "./roles.ts";
import type { DelegatedKind } from "./types.ts";

/** Whose things end in an account, and why. */
export interface Ending {
  accountId: string;
  personId: string;
  /** Their role from now on; null if they have none. */
  role: MemberRole | null;
  /** Their keys, and the work that these pay for: kept only after a reset, which says so. */
  keys: "keep" | "revoke" | { handedTo: string };
  /** Who ends them. */
  by: string;
  at: number;
  /** For people: why something stopped. */
  why: string;
}

type Trx = Transaction<Schema>;

/** Ends a person's keys of an account, their secrets and what they may do, as far as each kind ends. */
export async function endKeys(trx: Trx, ending: Ending, ends: (kind: DelegatedKind) => boolean): Promise<void> {
  const { accountId, personId, keys } = ending;
  if (ends("key_secret")) await endSecrets(trx, ending);
  // Keys of a member who may not manage webhooks and destinations may not either.
  const own = trx.updateTable("api_keys").where("account_id", "=", accountId).where("person_id", "=", personId);
  if (ends("webhook")) await own.set({ manages_delivery: 0 }).execute();
  if (!ends("api_key")) return;
  const held = keys === "keep" ? [] : await keysOf(trx, "api_key", ending);
  const programs = new Set<string>();
  for (const { id } of held)
    if (await changesRow(trx.deleteFrom("oauth_grants").where("key_id", "=", id))) programs.add(id);
  // Codes that a program could still exchange for a key.
  await trx
    .deleteFrom("oauth_codes")
    .where("account_id", "=", accountId)
    .where(({ fn }) => fn.coalesce("person_id", "account_id"), "=", personId)
    .execute();
  // What they let programs do ends in any case, because those programs are theirs.
  for (const key of held) await endKey(trx, ending, key, !programs.has(key.id));
}

/** A person's keys of an account, or those of others to which they gave a secret, locked in the order of admissions. */
function keysOf(trx: Trx, kind: "api_key" | "key_secret", ending: Ending): Promise<Row<"api_keys">[]> {
  const counts = kind === "key_secret" ? delegatedKinds[kind].counts!(ending.at) : sql<SqlBool>`1 = 1`;
  const keys = trx.selectFrom("api_keys").where(isTheirs(kind, ending)).where("revoked_at", "is", null).where(counts);
  return keys.orderBy("id").forUpdate().selectAll().execute();
}

async function endKey(trx: Trx, ending: Ending, key: Row<"api_keys">, mayStay: boolean): Promise<void> {
  const { personId, by, at, why, keys } = ending;
  const change = trx.updateTable("api_keys").where("id", "=", key.id);
  if (mayStay && typeof keys === "object") {
    await change.set({ person_id: keys.handedTo }).execute();
    await noteKey(trx, at, "key handed over", key, { person: by, reason: `it was ${personId}'s` });
  } else {
    await change.set({ revoked_at: at, is_primary: 0 }).execute();
    await noteKey(trx, at, "key revoked", key, { person: by, reason: why });
  }
}

/** Others' keys lose the secret that this person gave them: they pay as before, and need a new one. */
async function endSecrets(trx: Trx, ending: Ending): Promise<void> {
  for (const key of await keysOf(trx, "key_secret", ending)) {
    const hash = hashSecret(randomBytes(32).toString("hex"));
    const change = trx.updateTable("api_keys").where("id", "=", key.id);
    await change.set({ hash, given_by: null, previous_hash: null, previous_ends_at: null }).execute();
    await noteKey(trx, ending.at, "key rotated", key, { person: ending.by, reason: ending.why });
  }
}
