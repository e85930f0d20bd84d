import { randomUUID } from "node:crypto";
import type { Insertable } from "kysely";
import type { Clock } from "../base/clock.ts";
import { limits } from "../limits/limits.ts";
import type { Store } from "../store/open-store.ts";
import { isPracticeId, ownerId } from "../store/practice-id.ts";
import type { Schema } from "../store/schema.ts";
import type { Windows } from "../store/shared-windows.ts";
import { AccountProblem } from "./account-problem.ts";
import { actOf, type KeyAuthor, noteAct, noteKey } from "./audit-log.ts";
import { toApiKey } from "./callers.ts";
import { createKeyLookup } from "./key-lookup.ts";
import { hashSecret, keyPrefix, newSecret } from "./key-secret.ts";
import { createKeySecrets } from "./key-secrets.ts";
import { whileMember } from "./members.ts";
import { may } from "./roles.ts";
import type { ApiKey } from "./types.ts";

interface Delivery {
  /** Null for what the other choices imply. */
  manages_delivery?: boolean | null;
}

/** The owner's choices for a key; an omitted one does not restrict it. */
export type NewKey = Pick<ApiKey, "name"> &
  Partial<Pick<ApiKey, "person_id" | "usage_context" | "mode" | "sources" | "spending_cap" | "expires_at" | "retain">> &
  Delivery;

const chosen = ["name", "sources", "networks", "spending_cap", "expires_at", "manages_delivery", "retain"] as const;

/** The owner's changes to an existing key. */
type KeyChange = Partial<Omit<Pick<ApiKey, (typeof chosen)[number]>, keyof Delivery>> & Delivery;

const DAY_MS = 86_400_000;
const storedBoolean = (value: boolean | null): number | null => (value === null ? null : Number(value));

export function createKeys(store: Store, clock: Clock, windows: Windows) {
  const { db } = store;

  /** The returned secret is shown only once: the store keeps its hash. An account's first standard live key is its primary. */
  async function createKey(
    accountId: string,
    given: NewKey,
    change: KeyAuthor = {},
  ): Promise<{ secret: string; key: ApiKey }> {
    const { mode = "live" } = given;
    const secret = newSecret(mode);
    const personId = given.person_id ?? accountId;
    const row = await whileMember(db, { accountId, personId, needs: "work" }, async (trx, role) => {
      const now = clock.now();
      const kept = trx.selectFrom("api_keys").where("account_id", "=", accountId);
      const active = await kept.where("revoked_at", "is", null).select("is_primary").execute();
      const { keys, keysADay } = limits;
      if (active.length >= keys.max) throw new AccountProblem(`An account has at most ${keys.max} keys.`);
      // Revoked keys stay because history names them, so creating and revoking keys without limit would fill the store.
      const today = await kept
        .where("created_at", ">", now - DAY_MS)
        .select("id")
        .limit(keysADay.max)
        .execute();
      if (today.length >= keysADay.max)
        throw new AccountProblem(`An account can create at most ${keysADay.max} keys in a day.`);
      const usageContext = given.usage_context ?? "standard";
      const hasPrimary = active.some(({ is_primary }) => is_primary === 1);
      const values: Insertable<Schema["api_keys"]> = {
        id: randomUUID(),
        account_id: accountId,
        person_id: personId === accountId ? null : personId,
        name: given.name,
        prefix: keyPrefix(secret),
        hash: hashSecret(secret),
        is_primary: !hasPrimary && usageContext === "standard" && mode === "live" ? 1 : 0,
        usage_context: usageContext,
        mode,
        sources: given.sources ? JSON.stringify(given.sources) : null,
        spending_cap: given.spending_cap ?? null,
        expires_at: given.expires_at ?? null,
        manages_delivery: may(role, "manage") ? storedBoolean(given.manages_delivery ?? null) : 0,
        retain: given.retain ?? "usual",
        revoked_at: null,
        created_at: now,
        last_used_at: null,
      };
      const made = await trx.insertInto("api_keys").values(values).returningAll().executeTakeFirstOrThrow();
      await noteKey(trx, now, "key created", made, change);
      return made;
    });
    return { secret, key: toApiKey(row) };
  }

  /** Of a practice account, its test keys; of an account, all. */
  const listKeys = async (accountId: string): Promise<ApiKey[]> => {
    const rows = await db
      .selectFrom("api_keys")
      .where("account_id", "=", ownerId(accountId))
      .$if(isPracticeId(accountId), (query) => query.where("mode", "=", "test"))
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

  const revoke = async (column: "id" | "account_id" | "person_id", value: string, change: KeyAuthor): Promise<number> =>
    db.transaction().execute(async (trx) => {
      // Locks keys in the same order as admissions do (`lock-order.ts`); an update of several rows has no order.
      await trx.selectFrom("api_keys").where(column, "=", value).orderBy("id").select("id").forUpdate().execute();
      const ended = await trx
        .updateTable("api_keys")
        .set({ revoked_at: clock.now(), is_primary: 0 })
        .where(column, "=", value)
        .where("revoked_at", "is", null)
        .returningAll()
        .execute();
      for (const row of ended) await noteKey(trx, clock.now(), "key revoked", row, change);
      return ended.length;
    });

  /** Revokes a key immediately, independently of other machines' clocks. */
  const revokeKey = async (id: string, change: KeyAuthor = {}): Promise<boolean> =>
    (await revoke("id", id, change)) > 0;

  /** Revokes every key of an account, a person's in other accounts, and the codes a program could still exchange for one. */
  const revokeKeysOf = async (id: string, change: KeyAuthor = {}): Promise<void> => {
    for (const column of ["account_id", "person_id"] as const) {
      await db.deleteFrom("oauth_codes").where(column, "=", id).execute();
      await revoke(column, id, { person: id, ...change });
    }
  };

  /** Changes the owner's choices from the next call on; null if the key was revoked. */
  async function changeKey(id: string, changes: KeyChange, change: KeyAuthor = {}): Promise<ApiKey | null> {
    return db.transaction().execute(async (trx) => {
      const old = await trx
        .selectFrom("api_keys")
        .where("id", "=", id)
        .where("revoked_at", "is", null)
        .selectAll()
        .executeTakeFirst();
      if (!old) return null;
      if (Object.keys(changes).length === 0) return toApiKey(old);
      const { sources, networks, manages_delivery, ...rest } = changes;
      const row = await trx
        .updateTable("api_keys")
        .set({
          ...rest,
          ...(sources !== undefined && { sources: sources && JSON.stringify(sources) }),
          ...(networks !== undefined && { networks: networks && JSON.stringify(networks) }),
          ...(manages_delivery !== undefined && { manages_delivery: storedBoolean(manages_delivery) }),
        })
        .where("id", "=", id)
        .returningAll()
        .executeTakeFirstOrThrow();
      const shown = (key: ApiKey) => ({ key: id, ...Object.fromEntries(chosen.map((name) => [name, key[name]])) });
      const entry = { at: clock.now(), ...actOf(change, old.account_id) };
      const [before, after] = [old, row].map((key) => shown(toApiKey(key)));
      await noteAct(trx, { what: "key changed", ...entry, before, after });
      return toApiKey(row);
    });
  }

  return {
    createKey,
    listKeys,
    findKey,
    revokeKey,
    revokeKeysOf,
    changeKey,
    ...createKeySecrets(store, clock),
    ...createKeyLookup(store, clock, windows),
  };
}
