import { randomUUID } from "node:crypto";
import type { AuthDb } from "./tables.ts";

/**
 * Signing up must not tell whether an address has an account already, and still sign the new person in at once. So a
 * sign-up with a taken address becomes an account of its own, under a stand-in address nobody can write to: it
 * behaves like any account whose address is not confirmed, and never can be. The owner of the address gets a mail.
 */

const DOMAIN = "@repeated.invalid";

export const isStandInAddress = (email: string): boolean => email.endsWith(DOMAIN);

export const standInAddress = (): string => randomUUID() + DOMAIN;

export class RepeatedSignUps {
  readonly #db: AuthDb;

  constructor(db: AuthDb) {
    this.#db = db;
  }

  async add(personId: string, email: string, at: number): Promise<void> {
    await this.#db.insertInto("repeated_sign_ups").values({ person_id: personId, email, at }).execute();
  }

  /** The address that such a person signed up with. */
  async addressOf(personId: string): Promise<string | null> {
    const row = await this.#db
      .selectFrom("repeated_sign_ups")
      .select("email")
      .where("person_id", "=", personId)
      .executeTakeFirst();
    return row?.email ?? null;
  }

  /** The newest such account of an address, with what its password is checked against. */
  async newestFor(email: string): Promise<{ email: string; password: string } | null> {
    const row = await this.#db
      .selectFrom("repeated_sign_ups")
      .innerJoin("people", "people.id", "repeated_sign_ups.person_id")
      .innerJoin("credentials", "credentials.user_id", "people.id")
      .select(["people.email", "credentials.password"])
      .where("repeated_sign_ups.email", "=", email)
      .orderBy("repeated_sign_ups.at", "desc")
      .executeTakeFirst();
    return row?.password && isStandInAddress(row.email) ? { email: row.email, password: row.password } : null;
  }
}
