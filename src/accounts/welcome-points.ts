import { createHmac } from "node:crypto";
import type { Kysely } from "kysely";
import type { Clock } from "../clock.ts";
import type { Schema } from "../store/schema.ts";
import type { Plans } from "./plans.ts";
import type { PointsLedger } from "./points-ledger.ts";

interface WelcomeParts {
  db: Kysely<Schema>;
  metering: PointsLedger;
  plans: Plans;
  clock: Clock;
  /** What addresses are hashed with. */
  secret: string;
}

export type WelcomePoints = ReturnType<typeof createWelcomePoints>;

/** The points that a plan gives once: to each address one time, also where its account was deleted in between. */
export function createWelcomePoints({ db, metering, plans, clock, secret }: WelcomeParts) {
  /** `ada+shop@x.example` is read by whoever reads `ada@x.example`. */
  const hashOf = (email: string): string =>
    createHmac("sha256", secret)
      .update(`welcome\n${email.toLowerCase().replace(/\+[^@]*@/, "@")}`)
      .digest("base64url");

  return {
    /** Opens a new account; what its plan gives once waits until the address is confirmed. */
    open: (accountId: string) => metering.accrue(accountId, 0),

    async give(accountId: string, email: string): Promise<void> {
      const person = await db.selectFrom("people").select("plan").where("id", "=", accountId).executeTakeFirst();
      const plan = person && Object.hasOwn(plans, person.plan) ? plans[person.plan] : undefined;
      if (!plan?.once) return;
      const first = await db
        .insertInto("welcome_points")
        .values({ address_hash: hashOf(email), at: clock.now() })
        .onConflict((conflict) => conflict.doNothing())
        .returning("at")
        .executeTakeFirst();
      if (first) {
        await metering.credit({ accountId, kind: "grant", amount: plan.points, note: `plan ${person!.plan}` });
      }
    },
  };
}
