import { createHmac, randomBytes, randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { changesRow } from "../store/row-changes.ts";
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

interface CredentialDeps {
  db: Kysely<Schema>;
  /** Key of the salts of unconfirmed addresses. */
  secret: string;
  cost: PasswordCost | undefined;
}

/** The accounts behind an address, and their passwords. */
export function createCredentials({ db, secret, cost }: CredentialDeps) {
  /** Hash to check against if there is no account, so that it takes as long. */
  let nobodys: Promise<string> | null = null;

  /** Oldest first. */
  const people = (column: "email" | "unconfirmed_email", email: string) =>
    db
      .selectFrom("people")
      .leftJoin("credentials", "credentials.user_id", "people.id")
      .select(["people.id", "people.email", "credentials.password"])
      .where(`people.${column}`, "=", email)
      .orderBy("people.created_at")
      .orderBy("people.id")
      .limit(1);

  /** The account that confirmed the address. */
  const owner = async (email: string): Promise<Candidate | null> =>
    (await people("email", email).executeTakeFirst()) ?? null;

  /** Whom a failed sign-in was aimed at: the owner of the address, or whoever signed up with it first. */
  const aimedAt = async (email: string): Promise<string | null> =>
    ((await owner(email)) ?? (await people("unconfirmed_email", email).executeTakeFirst()))?.id ?? null;

  /**
   * Anybody can sign up with any address, any number of times. The salt belongs to the address, so one hash finds the
   * sign-up with this password: none locks another out, and neither outcome nor time tells of others.
   */
  function keyOf(email: string, password: string): Promise<string> {
    const salt = createHmac("sha256", secret).update(`unconfirmed\n${email}`).digest().subarray(0, 16);
    return hashPassword(password, cost, salt);
  }

  /** The unconfirmed sign-up with this address and password. */
  async function unconfirmedWith(email: string, password: string): Promise<Candidate | null> {
    const key = await keyOf(email, password);
    const found = people("unconfirmed_email", email).where("people.unconfirmed_key", "=", key);
    return (await found.executeTakeFirst()) ?? null;
  }

  /** Makes an unconfirmed sign-up findable by its password. */
  async function rekey(accountId: string, password: string): Promise<void> {
    const row = await db
      .selectFrom("people")
      .where("id", "=", accountId)
      .select("unconfirmed_email")
      .executeTakeFirst();
    const email = row?.unconfirmed_email ?? null;
    if (email === null) return;
    const unconfirmed_key = await keyOf(email, password);
    const own = db.updateTable("people").where("id", "=", accountId).where("unconfirmed_email", "=", email);
    await own.set({ unconfirmed_key }).execute();
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
    await rekey(accountId, password);
    const now = new Date().toISOString();
    const own = db.updateTable("credentials").where("user_id", "=", accountId);
    if (await changesRow(own.set({ password: hash, updated_at: now }))) return;
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

  return { owner, aimedAt, unconfirmedWith, rekey, matches, passwordIs, setPassword, dropSecondFactor };
}
