import type { Kysely } from "kysely";
import type { Clock } from "../base/clock.ts";
import type { Store } from "../store/open-store.ts";
import type { Schema } from "../store/schema.ts";
import { type KeyAuthor, noteKey } from "./audit-log.ts";
import { toApiKey } from "./callers.ts";
import { hashSecret, keyPrefix, newSecret } from "./key-secret.ts";
import type { ApiKey } from "./types.ts";

const ONE_CLICK_MS = 2_000;

/** Replaces the secrets of existing keys, which keep their windows, caps and spending. */
export function createKeySecrets({ db }: Store, clock: Clock) {
  /** Another secret of a key that is not revoked. The one that it has works until the overlap ends. */
  const replaceSecret = (on: Kysely<Schema>, id: string, secret: string, overlapMs: number) =>
    on
      .updateTable("api_keys")
      .set(({ ref }) => ({
        hash: hashSecret(secret),
        prefix: keyPrefix(secret),
        previous_hash: ref("hash"),
        previous_ends_at: clock.now() + overlapMs,
      }))
      .where("id", "=", id)
      .where("revoked_at", "is", null);

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
      const own = replaceSecret(trx, id, secret, overlapMs).set({ given_by: change.person ?? null });
      const rotated = await own.where("hash", "=", seen.hash).returningAll().executeTakeFirst();
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
    await replaceSecret(db, id, secret, overlapMs).set({ expires_at: expiresAt }).where("hash", "!=", hash).execute();
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
