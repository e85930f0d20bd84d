import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import { FixableError } from "../base/fixable-error.ts";
import { sealing } from "../base/sealing.ts";
import type { Schema } from "./schema.ts";

/** The store was written with another secret; the message says what to do. */
export class WrongSecret extends FixableError {
  constructor() {
    super(
      "This store was written with another AUTH_SECRET: second factors, webhook secrets and sessions in it cannot be read. To change the secret, set AUTH_SECRET_OLD to the previous one (or AUTH_SECRET_OLD_FILE to its file, which without AUTH_SECRET is DATA_DIR/auth-secret). If it is lost, `npx winnow accept-secret` starts over with the new one.",
    );
    this.name = "WrongSecret";
  }
}

/** AUTH_SECRET, and AUTH_SECRET_OLD or an empty text. */
export interface AuthSecrets {
  current: string;
  old: string;
}

const FACT = "root_secret";

const sealed = (secret: string) => sealing(secret, "winnow root secret");

interface Root {
  secret: string;
  /** As it is stored. */
  stored: string;
  isCurrent: boolean;
}

function unseal(stored: string, { current, old }: AuthSecrets): Root {
  for (const secret of [current, old].filter(Boolean)) {
    try {
      return { secret: sealed(secret).open(stored), stored, isCurrent: secret === current };
    } catch {}
  }
  throw new WrongSecret();
}

/** Throws if neither secret opens the store; null if the store has no root secret yet. */
async function readRoot(db: Kysely<Schema>, given: AuthSecrets): Promise<Root | null> {
  const fact = await db.selectFrom("store_facts").where("name", "=", FACT).select("value").executeTakeFirst();
  return fact ? unseal(fact.value, given) : null;
}

/** Writes the first root secret of a store. */
export const sealRoot = (db: Kysely<Schema>, { secret, current }: { secret: string; current: string }) =>
  db
    .insertInto("store_facts")
    .values({ name: FACT, value: sealed(current).seal(secret) })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();

/** Stops a start whose secrets do not open the store. */
export const refuseWrongSecret = async (db: Kysely<Schema>, given: AuthSecrets): Promise<void> =>
  void (await readRoot(db, given));

/**
 * The secret that signs, derives and seals everything else. It never changes, and the store keeps it sealed with AUTH_SECRET.
 * A start with AUTH_SECRET_OLD seals it again with the new one, while processes that opened it before go on.
 */
export async function openRootSecret(db: Kysely<Schema>, given: AuthSecrets): Promise<string> {
  const { current } = given;
  const root = await readRoot(db, given);
  if (root?.isCurrent) return root.secret;
  if (root) {
    const own = db.updateTable("store_facts").where("name", "=", FACT).where("value", "=", root.stored);
    await own.set({ value: sealed(current).seal(root.secret) }).execute();
  } else await sealRoot(db, { secret: randomBytes(32).toString("base64url"), current });
  // Another process may have been faster.
  return (await readRoot(db, given))!.secret;
}

/** Accepts a different secret at the next start. */
export async function forgetSecret(db: Kysely<Schema>): Promise<void> {
  await db.deleteFrom("store_facts").where("name", "=", FACT).execute();
}
