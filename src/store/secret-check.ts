import { createHmac } from "node:crypto";
import type { Kysely } from "kysely";
import { FixableError } from "../base/fixable-error.ts";
import type { Schema } from "./schema.ts";

const FACT = "secret_check";

/** The store was written with another secret; the message says what to do. */
export class WrongSecret extends FixableError {
  constructor() {
    super(
      "This store was written with another AUTH_SECRET: second factors, webhook secrets and sessions in it cannot be read. Start with the previous AUTH_SECRET, or put its file DATA_DIR/auth-secret back (`npx winnow backup` includes it). If it is lost, `npx winnow accept-secret` starts over with the new one.",
    );
    this.name = "WrongSecret";
  }
}

/** Reveals nothing about the secret to anyone who reads the store. */
const checkValue = (secret: string): string =>
  createHmac("sha256", secret).update("winnow: which secret a store was written with").digest("base64url");

/** Stops a start with a different secret from the one the store was written with. */
export async function refuseWrongSecret(db: Kysely<Schema>, secret: string): Promise<void> {
  const fact = await db.selectFrom("store_facts").where("name", "=", FACT).select("value").executeTakeFirst();
  if (fact && fact.value !== checkValue(secret)) throw new WrongSecret();
}

/** The same, and the first start records its own secret. */
export async function checkSecret(db: Kysely<Schema>, secret: string): Promise<void> {
  await db
    .insertInto("store_facts")
    .values({ name: FACT, value: checkValue(secret) })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  await refuseWrongSecret(db, secret);
}

/** Accepts a different secret at the next start. */
export async function forgetSecret(db: Kysely<Schema>): Promise<void> {
  await db.deleteFrom("store_facts").where("name", "=", FACT).execute();
}
