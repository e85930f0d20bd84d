import { createHash, randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { Clock } from "../base/clock.ts";
import { practiceId } from "../store/practice-id.ts";
import type { Schema } from "../store/schema.ts";
import { lockAccount } from "./account-lock.ts";
import { listDelegated } from "./delegated-kinds.ts";
import { type Delegated, delegatedKindNames } from "./types.ts";

interface AccessDeps {
  db: Kysely<Schema>;
  clock: Clock;
  revokeKeys(accountId: string): Promise<void>;
  pauseBatches(accountId: string, why: string): Promise<void>;
  /** A new signing secret for a webhook, as stored. */
  newSigningSecret(): string;
}

export type DelegatedAccess = ReturnType<typeof createDelegatedAccess>;

const withPractice = (accountId: string): string[] => [accountId, practiceId(accountId)];

const WHY = "Stopped when the password was reset. Resume it if it is yours.";

/**
 * Everything that acts for an account by itself. The owner can review it, and a password reset stops it, because an
 * intruder may have set it up. `delegated-kinds.ts` lists the kinds.
 */
export function createDelegatedAccess({ db, clock, revokeKeys, pauseBatches, newSigningSecret }: AccessDeps) {
  async function list(accountId: string): Promise<Delegated[]> {
    const lists = withPractice(accountId).flatMap((id) =>
      delegatedKindNames.map((kind) => listDelegated(db, kind, id, clock.now())),
    );
    return (await Promise.all(lists)).flat();
  }

  async function stopWebhooks(accountId: string): Promise<void> {
    const endpoints = await db
      .selectFrom("webhook_endpoints")
      .where("account_id", "=", accountId)
      .select(["id", "status", "disabled_reason"])
      .execute();
    for (const { id, status, disabled_reason } of endpoints) {
      await db
        .updateTable("webhook_endpoints")
        .set({
          status: "disabled",
          disabled_reason: status === "active" ? WHY : disabled_reason,
          secret: newSigningSecret(),
          previous_secret: null,
          previous_until: null,
        })
        .where("id", "=", id)
        .execute();
    }
    await db.transaction().execute(async (trx) => {
      await lockAccount(trx, accountId);
      await trx
        .updateTable("accounts")
        .set((column) => ({ webhook_secret_no: column("webhook_secret_no", "+", 1) }))
        .where("id", "=", accountId)
        .execute();
    });
    // Pending deliveries may go to an address that a job named itself.
    await db.updateTable("jobs").set({ webhook: null }).where("account_id", "=", accountId).execute();
    await db.updateTable("batches").set({ webhook: null }).where("account_id", "=", accountId).execute();
    await db
      .updateTable("webhook_deliveries")
      .set({ status: "failed", ended_at: clock.now() })
      .where("account_id", "=", accountId)
      .where("status", "=", "pending")
      .execute();
  }

  async function stopSchedules(accountId: string): Promise<void> {
    // A feed secret that nobody knows, so that the old one stops working.
    const feed = createHash("sha256").update(randomBytes(32)).digest("hex");
    const own = db.updateTable("schedules").where("account_id", "=", accountId);
    await own.set({ feed_hash: feed }).execute();
    await own.set({ status: "paused", pause_reason: WHY, next_at: null }).where("status", "=", "active").execute();
  }

  /** Whoever had an owner's session could name a provider of their own: its domain must be proved again. */
  const doubtProviders = (personId: string) =>
    db
      .updateTable("sign_on_providers")
      .set({ proved_domain: null })
      .where("account_id", "in", (accounts) =>
        accounts
          .selectFrom("members")
          .where("person_id", "=", personId)
          .where("role", "=", "owner")
          .select("account_id"),
      )
      .execute();

  return {
    list,

    /** Stops everything (keys only if requested); returns what existed before, with its new state. */
    async stop(accountId: string, { keys }: { keys: boolean }): Promise<Delegated[]> {
      const before = await list(accountId);
      if (keys) await revokeKeys(accountId);
      else await db.deleteFrom("oauth_codes").where("account_id", "=", accountId).execute();
      for (const id of withPractice(accountId)) {
        await stopWebhooks(id);
        await stopSchedules(id);
        for (const table of ["result_links", "destinations"] as const) {
          await db.deleteFrom(table).where("account_id", "=", id).execute();
        }
        await pauseBatches(id, WHY);
      }
      await db.deleteFrom("invitations").where("invited_by", "=", accountId).execute();
      await doubtProviders(accountId);
      const now = new Map((await list(accountId)).map((item) => [`${item.kind} ${item.id}`, item]));
      return before.map((item) => now.get(`${item.kind} ${item.id}`) ?? { ...item, state: "ended" });
    },
  };
}
