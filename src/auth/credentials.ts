import { randomBytes, randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { Schema } from "../store/schema.ts";
import { hashPassword, type PasswordCost, verifyPassword } from "./passwords.ts";

/** An account that may sign in with an address. `email` is its address in better-auth. */
export interface Candidate {
  id: string;
  email: string;
  password: string | null;
}

/**
 * Every user signs up under an undeliverable stand-in address, and gets their own once they prove to own it. Until then an
 * address belongs to nobody, and signing up works the same whether it has an account or not.
 */
const DOMAIN = "@unconfirmed.invalid";

export const standInAddress = (): string => randomUUID() + DOMAIN;

export type Credentials = ReturnType<typeof createCredentials>;

/** The accounts behind an address, and their passwords. */
export function createCredentials(db: Kysely<Schema>, cost: PasswordCost | undefined) {
  /** Hash to check against if there is no account, so that it takes as long. */
  let nobodys: Promise<string> | null = null;

  /**
   * The account that confirmed the address, and the first and the newest unconfirmed sign-ups with it. The first is always
   * among them, so that a later sign-up locks nobody out. There are always two, so that a sign-in takes the same time
   * however many sign-ups there were.
   */
  async function candidates(email: string): Promise<{ owner: Candidate | null; unconfirmed: Array<Candidate | null> }> {
    const people = async (column: "email" | "unconfirmed_email", order: "asc" | "desc") =>
      (await db
        .selectFrom("people")
        .leftJoin("credentials", "credentials.user_id", "people.id")
        .select(["people.id", "people.email", "credentials.password"])
        .where(`people.${column}`, "=", email)
        .orderBy("people.created_at", order)
        .orderBy("people.id", order)
        .executeTakeFirst()) ?? null;
    const [owner, first, newest] = await Promise.all([
      people("email", "asc"),
      people("unconfirmed_email", "asc"),
      people("unconfirmed_email", "desc"),
    ]);
    return { owner, unconfirmed: [first, newest?.id === first?.id ? null : newest] };
  }

  async function matches(candidate: Candidate | null, password: string): Promise<boolean> {
    nobodys ??= hashPassword(randomBytes(16).toString("hex"), cost);
    const right = await verifyPassword({ hash: candidate?.password ?? (await nobodys), password });
    return right && Boolean(candidate?.password);
  }

  async function passwordIs(accountId: string, password: string): Promise<boolean> {
    const row = await db
      .selectFrom("credentials")
      .select("password")
      .where("user_id", "=", accountId)
      .executeTakeFirst();
    return matches(row ? { id: accountId, email: "", password: row.password } : null, password);
  }

  async function setPassword(accountId: string, password: string): Promise<void> {
    const hash = await hashPassword(password, cost);
    const now = new Date().toISOString();
    const { numUpdatedRows } = await db
      .updateTable("credentials")
      .set({ password: hash, updated_at: now })
      .where("user_id", "=", accountId)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) return;
    // An account created on the command line has no password yet.
    await db
      .insertInto("credentials")
      .values({
        id: randomUUID(),
        user_id: accountId,
        account_id: accountId,
        provider_id: "credential",
        password: hash,
        created_at: now,
        updated_at: now,
      })
      .execute();
  }

  /** Removes a second factor that was someone else's. */
  async function dropSecondFactor(accountId: string): Promise<void> {
    await db.deleteFrom("second_factors").where("user_id", "=", accountId).execute();
    await db.updateTable("people").set({ two_factor_enabled: false }).where("id", "=", accountId).execute();
  }

  return { candidates, matches, passwordIs, setPassword, dropSecondFactor };
}
