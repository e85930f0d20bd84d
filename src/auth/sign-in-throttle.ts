import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type { Clock } from "../base/clock.ts";
import { limits, windowSeconds } from "../limits/limits.ts";
import type { Schema } from "../store/schema.ts";

/** Rate limits by action, for the network and for the targeted account or recipient. */
export const throttleRules = {
  "sign-in by network": limits.signIns,
  "known sign-in by network": limits.signInsOfKnownBrowsers,
  /** Only from browsers that the account does not know; known ones have their own limit. */
  "sign-in by account": limits.signInsOfAnAccount,
  "sign-up by network": limits.signUps,
  "link by network": limits.mailedLinks,
  "mail by account": limits.mailsAskedFor,
  "mail by receiver": limits.mailsOfAReceiver,
  "invitation by person": limits.invitationsSent,
  "password by account": limits.passwordsTried,
};

export type ThrottledAction = keyof typeof throttleRules;

export class TooManyAttempts extends Error {
  readonly retryAfterSeconds: number;
  constructor(retryAfterSeconds: number) {
    super("Too many attempts. Please wait a while and try again.");
    this.name = "TooManyAttempts";
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

const KEPT_MS = 24 * 3600_000;

export type SignInThrottle = ReturnType<typeof createSignInThrottle>;

/** Counts attempts in the store, so that the limit holds across restarts and machines. */
export function createSignInThrottle(db: Kysely<Schema>, clock: Clock) {
  return {
    /** Counts an attempt, and throws `TooManyAttempts` above the limit. Fails closed: without the store nobody gets in. */
    async count(kind: ThrottledAction, who: string): Promise<void> {
      const { max, unit } = throttleRules[kind];
      const windowMs = windowSeconds[unit] * 1000;
      const now = clock.now();
      const start = now - (now % windowMs);
      const { count } = await db
        .insertInto("attempts")
        .values({ key: keyOf(kind, who), window_start: start, count: 1 })
        .onConflict((conflict) =>
          conflict.columns(["key", "window_start"]).doUpdateSet((eb) => ({ count: eb("attempts.count", "+", 1) })),
        )
        .returning("count")
        .executeTakeFirstOrThrow();
      if (count === 1)
        await db
          .deleteFrom("attempts")
          .where("window_start", "<", now - KEPT_MS)
          .execute();
      if (count > max) throw new TooManyAttempts(Math.ceil((start + windowMs - now) / 1000));
    },
  };
}

/** Hashes the address, so that the table does not reveal who tried to sign in. */
const keyOf = (kind: ThrottledAction, who: string) =>
  createHash("sha256").update(`${kind}\n${who.trim().toLowerCase()}`).digest("base64url");
