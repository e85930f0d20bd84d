import { randomUUID } from "node:crypto";
import type { Insertable, Transaction } from "kysely";
import type { Clock } from "../base/clock.ts";
import { limits } from "../limits/limits.ts";
import type { Store } from "../store/open-store.ts";
import type { Row, Schema } from "../store/schema.ts";
import type { Windows } from "../store/shared-windows.ts";
import { AccountProblem } from "./account-problem.ts";
import { toApiKey } from "./api-key-row.ts";
import { appendAudit } from "./audit-log.ts";
import { createKeyLookup } from "./key-lookup.ts";
import { hashSecret, newSecret, prefixOf } from "./key-secret.ts";
import type { ApiKey } from "./types.ts";

/** What the owner chooses about a key; what is left out is not restricted. */
export type KeyWish = Pick<ApiKey, "name"> &
  Partial<Pick<ApiKey, "usage_context" | "sources" | "spending_cap" | "expires_at">>;

const chosen = ["name", "sources", "networks", "spending_cap", "expires_at"] as const;

/** What an owner changes about a key that is in use. */
export type KeyChange = Partial<Pick<ApiKey, (typeof chosen)[number]>>;

/** Who changes a key, for the audit log: a person's id, or `command line`. */
interface Change {
  by?: string;
  reason?: string;
}

const DAY_MS = 86_400_000;
const ONE_CLICK_MS = 2_000;

type KeyRow = Row<"api_keys">;

export function createKeys(store: Store, clock: Clock, windows: Windows) {
  const { db } = store;

  /** Changes of one account's keys happen one after another, whichever process makes them. */
  const changing = <T>(accountId: string, work: (trx: Transaction<Schema>) => Promise<T>): Promise<T> =>
    db.transaction().execute(async (trx) => {
      // SQLite has one writer at a time as it is.
      if (store.dialect === "postgres") {
        await trx.selectFrom("people").select("id").where("id", "=", accountId).forUpdate().execute();
      }
      return work(trx);
    });

  const note = (trx: Transaction<Schema>, what: string, { id, account_id, name, prefix }: KeyRow, change: Change) =>
    appendAudit(trx, {
      at: clock.now(),
      who: change.by ?? account_id,
      what,
      subject: account_id,
      before: what === "key created" ? null : { key: id, name, prefix },
      after: what === "key created" ? { key: id, name, prefix } : { reason: change.reason ?? null },
    });

  /** A revoked key stays, since history names it: making and revoking without end would fill the store. */
  async function refuseManyADay(trx: Transaction<Schema>, accountId: string): Promise<void> {
    const { most } = limits.keysADay;
    const today = await trx
      .selectFrom("api_keys")
      .where("account_id", "=", accountId)
      .where("created_at", ">", clock.now() - DAY_MS)
      .select("id")
      .limit(most)
      .execute();
    if (today.length >= most) throw new AccountProblem(`An account can create at most ${most} keys in a day.`);
  }

  /** The secret is shown once, here: the store keeps its hash. The first standard key of an account is its primary. */
  async function createKey(
    accountId: string,
    wish: KeyWish,
    change: Change = {},
  ): Promise<{ secret: string; key: ApiKey }> {
    const secret = newSecret();
    const row = await changing(accountId, async (trx) => {
      const active = await trx
        .selectFrom("api_keys")
        .where("account_id", "=", accountId)
        .where("revoked_at", "is", null)
        .select("is_primary")
        .execute();
      const { most } = limits.keys;
      if (active.length >= most) throw new AccountProblem(`An account has at most ${most} keys.`);
      await refuseManyADay(trx, accountId);
      const usageContext = wish.usage_context ?? "standard";
      const hasPrimary = active.some(({ is_primary }) => is_primary === 1);
      const values: Insertable<Schema["api_keys"]> = {
        id: randomUUID(),
        account_id: accountId,
        name: wish.name,
        prefix: prefixOf(secret),
        hash: hashSecret(secret),
        is_primary: !hasPrimary && usageContext === "standard" ? 1 : 0,
        usage_context: usageContext,
        sources: wish.sources ? JSON.stringify(wish.sources) : null,
        spending_cap: wish.spending_cap ?? null,
        expires_at: wish.expires_at ?? null,
        revoked_at: null,
        created_at: clock.now(),
        last_used_at: null,
      };
      const made = await trx.insertInto("api_keys").values(values).returningAll().executeTakeFirstOrThrow();
      await note(trx, "key created", made, change);
      return made;
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

  const revoke = async (column: "id" | "account_id", value: string, change: Change): Promise<number> =>
    db.transaction().execute(async (trx) => {
      const ended = await trx
        .updateTable("api_keys")
        .set({ revoked_at: clock.now(), is_primary: 0 })
        .where(column, "=", value)
        .where("revoked_at", "is", null)
        .returningAll()
        .execute();
      for (const row of ended) await note(trx, "key revoked", row, change);
      return ended.length;
    });

  /** Ends a key at once, whatever the clocks of other machines say. */
  const revokeKey = async (id: string, change: Change = {}): Promise<boolean> => (await revoke("id", id, change)) > 0;

  /** Ends every key of an account, and what a program could still fetch one with. */
  const revokeKeysOf = async (accountId: string, change: Change = {}): Promise<void> => {
    await db.deleteFrom("oauth_codes").where("account_id", "=", accountId).execute();
    await revoke("account_id", accountId, change);
  };

  /** Changes what its owner chose about a key, from the next call on; null where it has ended. */
  async function changeKey(id: string, wish: KeyChange, change: Change = {}): Promise<ApiKey | null> {
    return db.transaction().execute(async (trx) => {
      const old = await trx
        .selectFrom("api_keys")
        .where("id", "=", id)
        .where("revoked_at", "is", null)
        .selectAll()
        .executeTakeFirst();
      if (!old) return null;
      const { sources, networks, ...rest } = wish;
      const row = await trx
        .updateTable("api_keys")
        .set({
          ...rest,
          ...(sources !== undefined && { sources: sources && JSON.stringify(sources) }),
          ...(networks !== undefined && { networks: networks && JSON.stringify(networks) }),
        })
        .where("id", "=", id)
        .returningAll()
        .executeTakeFirstOrThrow();
      const shown = (key: ApiKey) => ({ key: id, ...Object.fromEntries(chosen.map((name) => [name, key[name]])) });
      await appendAudit(trx, {
        at: clock.now(),
        who: change.by ?? old.account_id,
        what: "key changed",
        subject: old.account_id,
        before: shown(toApiKey(old)),
        after: shown(toApiKey(row)),
      });
      return toApiKey(row);
    });
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
   * A new secret for a key. It stays the same key: its windows, its cap and what it has spent go on. The old secret
   * goes on for the overlap, so that those who use it have time to change over. Of several rotations at once, one
   * happens.
   */
  async function rotateKey(
    id: string,
    overlapMs: number,
    change: Change = {},
  ): Promise<{ secret: string; key: ApiKey } | null> {
    const secret = newSecret();
    const now = clock.now();
    const seen = await db.selectFrom("api_keys").where("id", "=", id).selectAll().executeTakeFirst();
    if (!seen || seen.revoked_at !== null || (seen.expires_at !== null && seen.expires_at <= now)) return null;
    // Two clicks on one button are one rotation, also where the second comes just after the first.
    const justNow = seen.previous_ends_at !== null && Math.abs(seen.previous_ends_at - now - overlapMs) < ONE_CLICK_MS;
    if (justNow) return null;
    const row = await db.transaction().execute(async (trx) => {
      const rotated = await trx
        .updateTable("api_keys")
        .set({
          hash: hashSecret(secret),
          prefix: prefixOf(secret),
          previous_hash: seen.hash,
          previous_ends_at: now + overlapMs,
        })
        .where("id", "=", id)
        .where("hash", "=", seen.hash)
        .where("revoked_at", "is", null)
        .returningAll()
        .executeTakeFirst();
      if (rotated) await note(trx, "key rotated", seen, change);
      return rotated;
    });
    return row ? { secret, key: toApiKey(row) } : null;
  }

  /** Another secret for a key that a program holds, good until then: its limits and what it has spent go on. */
  async function renewKey(
    id: string,
    { expiresAt, overlapMs }: { expiresAt: number; overlapMs: number },
  ): Promise<{ secret: string; key: ApiKey } | null> {
    const secret = newSecret();
    const row = await db
      .updateTable("api_keys")
      .set((column) => ({
        ...{ hash: hashSecret(secret), prefix: prefixOf(secret), expires_at: expiresAt },
        ...{ previous_hash: column.ref("hash"), previous_ends_at: clock.now() + overlapMs },
      }))
      .where("id", "=", id)
      .where("revoked_at", "is", null)
      .returningAll()
      .executeTakeFirst();
    return row ? { secret, key: toApiKey(row) } : null;
  }

  return {
    createKey,
    renewKey,
    rotateKey,
    listKeys,
    findKey,
    revokeKey,
    revokeKeysOf,
    changeKey,
    setCap,
    ...createKeyLookup(store, clock, windows),
  };
}
