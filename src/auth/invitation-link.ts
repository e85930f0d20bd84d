import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { Schema } from "../store/schema.ts";
import { hashLink } from "./mail-links.ts";

/** Gives an invitation a new link when its mail is written; null if it was revoked. An earlier link ends. */
export async function newInvitationLink(db: Kysely<Schema>, id: string) {
  const token = randomBytes(32).toString("base64url");
  const { numUpdatedRows } = await db
    .updateTable("invitations")
    .set({ hash: hashLink(token) })
    .where("id", "=", id)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return null;
  const about = await db
    .selectFrom("invitations")
    .innerJoin("accounts", "accounts.id", "invitations.account_id")
    .leftJoin("people", "people.id", "invitations.invited_by")
    .where("invitations.id", "=", id)
    .select(["accounts.name as account", "people.name as inviter", "invitations.role"])
    .executeTakeFirst();
  return about ? { token, ...about } : null;
}
