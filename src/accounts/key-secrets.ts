import type { Clock } from "../base/clock.ts";
import type { Store } from "../store/open-store.ts";
import { toApiKey } from "./api-key-row.ts";
import { type KeyAuthor, noteKey } from "./key-audit.ts";
import { hashSecret, keyPrefix, newSecret } from "./key-secret.ts";
import type { ApiKey } from "./types.ts";

const ONE_CLICK_MS = 2_000;

/** Replaces the secrets of existing keys, which keep their windows, caps and spending. */
export function createKeySecrets({ db }: Store, clock: Clock) {
  /**
   * Gives a key a new secret. It stays the same key, with its windows, cap and spending. The old secret works until the
   * overlap ends, so that its users have time to switch. Only one of several concurrent rotations succeeds.
   */
  async function rotateKey(
    id: string,
    overlapMs: number,
    change: KeyAuthor = {},
  ): Promise<{ secret: string; key: ApiKey } | null> {
    const now = clock.now();
    const seen = await db.selectFrom("api_keys").where("id", "=", id).selectAll().executeTakeFirst();
    if (!seen || seen.revoked_at !== null || (seen.expires_at !== null && seen.expires_at <= now)) return null;
    const secret = newSecret(seen.mode);
    // A double click is one rotation, even if the second click comes just after the first finished.
    const justNow = seen.previous_ends_at !== null && Math.abs(seen.previous_ends_at - now - overlapMs) < ONE_CLICK_MS;
    if (justNow) return null;
    const row = await db.transaction().execute(async (trx) => {
      const rotated = await trx
        .updateTable("api_keys")
        .set({
          hash: hashSecret(secret),
          prefix: keyPrefix(secret),
          given_by: change.person ?? null,
          previous_hash: seen.hash,
          previous_ends_at: now + overlapMs,
        })
        .where("id", "=", id)
        .where("hash", "=", seen.hash)
        .where("revoked_at", "is", null)
        .returningAll()
        .executeTakeFirst();
      if (rotated) await noteKey(trx, clock.now(), "key rotated", seen, change);
      return rotated;
    });
    return row ? { secret, key: toApiKey(row) } : null;
  }

  /**
   * Gives a program's key a new secret and expiry; its limits and spending stay. Giving the same secret again changes
   * nothing.
   */
  async function renewKey(
    id: string,
    { secret, expiresAt, overlapMs }: { secret: string; expiresAt: number; overlapMs: number },
  ): Promise<ApiKey | null> {
    const hash = hashSecret(secret);
    await db
      .updateTable("api_keys")
      .set((column) => ({
        hash,
        prefix: keyPrefix(secret),
        expires_at: expiresAt,
        previous_hash: column.ref("hash"),
        previous_ends_at: clock.now() + overlapMs,
      }))
      .where("id", "=", id)
      .where("hash", "!=", hash)
      .where("revoked_at", "is", null)
      .execute();
    const row = await db
      .selectFrom("api_keys")
      .where("id", "=", id)
      .where("hash", "=", hash)
      .where("revoked_at", "is", null)
      .selectAll()
      .executeTakeFirst();
    return row ? toApiKey(row) : null;
  }

  return { rotateKey, renewKey };
}
