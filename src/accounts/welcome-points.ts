import { createHmac } from "node:crypto";
import type { Kysely } from "kysely";
import type { Clock } from "../base/clock.ts";
import { changesRow } from "../store/row-changes.ts";
import type { Schema } from "../store/schema.ts";
import type { Plans } from "./plans.ts";
import type { PointsLedger } from "./points-ledger.ts";

interface WelcomeDeps {
  db: Kysely<Schema>;
  metering: PointsLedger;
  plans: Plans;
  clock: Clock;
  /** Key of the hash of addresses. */
  secret: string;
}

export type WelcomePoints = ReturnType<typeof createWelcomePoints>;

/** Marks an account as having received its plan's one-time points; false if it already was. */
export function markWelcomed(db: Kysely<Schema>, accountId: string, at: number): Promise<boolean> {
  const mark = db.insertInto("welcomed_accounts").values({ account_id: accountId, at });
  return changesRow(mark.onConflict((conflict) => conflict.doNothing()));
}

/**
 * One-time points of a plan: granted once per account, whatever addresses it has had, and once per address, even if its
 * account was deleted in between.
 */
export function createWelcomePoints({ db, metering, plans, clock, secret }: WelcomeDeps) {
  /** `ada+shop@x.example` and `ada@x.example` are one mailbox. */
  const hashOf = (email: string): string =>
    createHmac("sha256", secret)
      .update(`welcome\n${email.toLowerCase().replace(/\+[^@]*@/, "@")}`)
      .digest("base64url");

  /** Sets both marks or neither: an account that already has its points does not use up another address. */
  const isFirst = (accountId: string, email: string): Promise<boolean> =>
    db.transaction().execute(async (trx) => {
      if (!(await markWelcomed(trx, accountId, clock.now()))) return false;
      const mark = trx.insertInto("welcome_points").values({ address_hash: hashOf(email), at: clock.now() });
      const isNew = await changesRow(mark.onConflict((conflict) => conflict.doNothing()));
      if (!isNew) await trx.deleteFrom("welcomed_accounts").where("account_id", "=", accountId).execute();
      return isNew;
    });

  const oncePoints = (name = "free"): number => {
    const plan = Object.hasOwn(plans, name) ? plans[name] : undefined;
    return plan?.once ? plan.points : 0;
  };

  return {
    /** Opens a new account; one-time points wait until the address is confirmed. */
    open: (accountId: string) => metering.accrue(accountId, 0),

    async give(accountId: string, email: string): Promise<void> {
      const account = await db.selectFrom("accounts").select("plan").where("id", "=", accountId).executeTakeFirst();
      if (!account) return;
      const amount = oncePoints(account.plan);
      if (amount === 0 || !(await isFirst(accountId, email))) return;
      await metering.credit({ accountId, kind: "grant", amount, note: `plan ${account.plan}` });
    },

    /** The points that an account gets when its owner confirms the address; 0 if none wait. */
    async waiting(accountId: string): Promise<number> {
      const account = await db
        .selectFrom("accounts")
        .innerJoin("people", "people.id", "accounts.id")
        .leftJoin("welcomed_accounts", "welcomed_accounts.account_id", "accounts.id")
        .where("accounts.id", "=", accountId)
        .where("welcomed_accounts.at", "is", null)
        .select(["accounts.plan", "people.unconfirmed_email as email"])
        .executeTakeFirst();
      if (!account?.email) return 0;
      const earlier = db.selectFrom("welcome_points").where("address_hash", "=", hashOf(account.email)).select("at");
      return (await earlier.executeTakeFirst()) ? 0 : oncePoints(account.plan);
    },

    /** The points of an account that somebody creates now. */
    ofNewAccount: (): number => oncePoints(),
  };
}
