import { randomUUID } from "node:crypto";
import type { Insertable } from "kysely";
import type { Clock } from "../clock.ts";
import type { Store } from "../store/open-store.ts";
import type { ApiKeysTable } from "../store/schema.ts";
import { toApiKey } from "./api-key-row.ts";
import { createKeyLookup } from "./key-lookup.ts";
import { hashSecret, newSecret, prefixOf } from "./key-secret.ts";
import type { ApiKey } from "./types.ts";

/** What the owner chooses about a key; what is left out is not restricted. */
export type KeyWish = Pick<ApiKey, "name"> &
  Partial<Pick<ApiKey, "usage_context" | "sources" | "spending_cap" | "expires_at">>;

export function createKeys(store: Store, clock: Clock) {
  const { db } = store;

  /** The secret is shown once, here: the store keeps its hash. The first standard key of an account is its primary. */
  async function createKey(accountId: string, wish: KeyWish): Promise<{ secret: string; key: ApiKey }> {
    const secret = newSecret();
    const row = await db.transaction().execute(async (trx) => {
      const primary = await trx
        .selectFrom("api_keys")
        .where("account_id", "=", accountId)
        .where("is_primary", "=", 1)
        .where("revoked_at", "is", null)
        .select("id")
        .executeTakeFirst();
      const usageContext = wish.usage_context ?? "standard";
      const values: Insertable<ApiKeysTable> = {
        id: randomUUID(),
        account_id: accountId,
        name: wish.name,
        prefix: prefixOf(secret),
        hash: hashSecret(secret),
        is_primary: !primary && usageContext === "standard" ? 1 : 0,
        usage_context: usageContext,
        sources: wish.sources ? JSON.stringify(wish.sources) : null,
        spending_cap: wish.spending_cap ?? null,
        expires_at: wish.expires_at ?? null,
        revoked_at: null,
        created_at: clock.now(),
        last_used_at: null,
      };
      return trx.insertInto("api_keys").values(values).returningAll().executeTakeFirstOrThrow();
    });
    return { secret, key: toApiKey(row) };
  }

  const listKeys = async (accountId: string): Promise<ApiKey[]> => {
    const rows = await db
      .selectFrom("api_keys")
      .where("account_id", "=", accountId)
      .orderBy("created_at")
      .orderBy("id")
      .selectAll()
      .execute();
    return rows.map(toApiKey);
  };

  const findKey = async (id: string): Promise<ApiKey | null> => {
    const row = await db.selectFrom("api_keys").where("id", "=", id).selectAll().executeTakeFirst();
    return row ? toApiKey(row) : null;
  };

  /** Ends a key at once, whatever the clocks of other machines say. */
  async function revokeKey(id: string): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable("api_keys")
      .set({ revoked_at: clock.now(), is_primary: 0 })
      .where("id", "=", id)
      .where("revoked_at", "is", null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async function setCap(id: string, spendingCap: number | null): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable("api_keys")
      .set({ spending_cap: spendingCap })
      .where("id", "=", id)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /**
   * A new key in place of an old one, with the same name, permissions and cap. The old one goes on for the overlap,
   * so that those who use it have time to change over.
   */
  async function rotateKey(id: string, overlapMs: number): Promise<{ secret: string; key: ApiKey } | null> {
    const secret = newSecret();
    const now = clock.now();
    const row = await db.transaction().execute(async (trx) => {
      const old = await trx
        .selectFrom("api_keys")
        .where("id", "=", id)
        .where("revoked_at", "is", null)
        .selectAll()
        .executeTakeFirst();
      if (!old || (old.expires_at !== null && old.expires_at <= now)) return null;
      const ends = Math.min(old.expires_at ?? Number.POSITIVE_INFINITY, now + overlapMs);
      await trx
        .updateTable("api_keys")
        .set(overlapMs > 0 ? { expires_at: ends, is_primary: 0 } : { revoked_at: now, is_primary: 0 })
        .where("id", "=", id)
        .execute();
      const { name, account_id, is_primary, usage_context, sources, spending_cap, expires_at } = old;
      // What the old key has spent of its cap stays spent.
      const cap = spending_cap === null ? null : Math.max(0, spending_cap - old.spent - old.held);
      const values: Insertable<ApiKeysTable> = {
        ...{ id: randomUUID(), account_id, name, is_primary, usage_context, sources, expires_at, spending_cap: cap },
        ...{
          prefix: prefixOf(secret),
          hash: hashSecret(secret),
          revoked_at: null,
          created_at: now,
          last_used_at: null,
        },
      };
      return trx.insertInto("api_keys").values(values).returningAll().executeTakeFirstOrThrow();
    });
    return row && { secret, key: toApiKey(row) };
  }

  return { createKey, rotateKey, listKeys, findKey, revokeKey, setCap, ...createKeyLookup(store, clock) };
}
