import { createHash, randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { Clock } from "../base/clock.ts";
import { changesRow } from "../store/row-changes.ts";
import type { Schema } from "../store/schema.ts";

/**
 * The action of a link: `confirm` an address after sign-up, `reset` a password, `allow` (at the old address) and then
 * `change` (at the new one) an account's address.
 */
export type LinkKind = "confirm" | "reset" | "allow" | "change";

export interface MailLink {
  hash: string;
  kind: LinkKind;
  person_id: string;
  /** The address that the link is about. */
  email: string;
}

const HOUR_MS = 3_600_000;
const lifetimes: Record<LinkKind, number> = {
  confirm: 24 * HOUR_MS,
  reset: HOUR_MS,
  allow: HOUR_MS,
  change: 24 * HOUR_MS,
};

/** Tokens have 256 random bits, so a plain hash suffices. */
export const hashLink = (token: string): string => createHash("sha256").update(token).digest("base64url");

export type MailLinks = ReturnType<typeof createMailLinks>;

/** Mailed links: each works once, and the store has only its hash. */
export function createMailLinks(db: Kysely<Schema>, clock: Clock) {
  return {
    /** Creates a link and returns its token. */
    async create(kind: LinkKind, accountId: string, email: string): Promise<string> {
      const now = clock.now();
      const token = randomBytes(32).toString("base64url");
      await db.deleteFrom("mail_links").where("expires_at", "<", now).execute();
      await db
        .insertInto("mail_links")
        .values({ hash: hashLink(token), kind, person_id: accountId, email, expires_at: now + lifetimes[kind] })
        .execute();
      return token;
    },

    async find(token: string): Promise<MailLink | null> {
      const row = await db
        .selectFrom("mail_links")
        .select(["hash", "kind", "person_id", "email"])
        .where("hash", "=", hashLink(token))
        .where("expires_at", ">", clock.now())
        .executeTakeFirst();
      return row ? { ...row, kind: row.kind as LinkKind } : null;
    },

    /** True for exactly one of any concurrent callers. */
    use: ({ hash }: MailLink): Promise<boolean> => changesRow(db.deleteFrom("mail_links").where("hash", "=", hash)),

    async dropAllOf(accountId: string): Promise<void> {
      await db.deleteFrom("mail_links").where("person_id", "=", accountId).execute();
    },
  };
}
