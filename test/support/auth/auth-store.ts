import type { Kysely } from "kysely";
import { beforeAll } from "vitest";
import { addPersonalAccount, newAccountFields } from "../../../src/accounts/account-row.ts";
import { SimulatedClock } from "../../../src/base/clock.ts";
import type { Store } from "../../../src/store/open-store.ts";
import type { Schema } from "../../../src/store/schema.ts";

interface TestAccount {
  email?: string;
  unconfirmed_email?: string;
  email_verified?: boolean;
  created_at?: string;
}

/** The sign-in tables in a suite's store, on a simulated clock. */
export function useAuthStore(fresh: { open(): Promise<Store> }) {
  const clock = new SimulatedClock();
  let people = 0;
  const auth = {
    clock,
    db: null as unknown as Kysely<Schema>,

    async account({
      email = `p${++people}@people.example`,
      created_at = "2027-01-01T00:00:00.000Z",
      ...rest
    }: TestAccount = {}) {
      const row = { ...newAccountFields(email), name: "P", email, email_verified: false, image: null };
      await auth.db
        .insertInto("people")
        .values({ ...row, created_at, modified_at: created_at, last_login_at: null, ...rest } as never)
        .execute();
      await addPersonalAccount(auth.db, { id: row.id, at: Date.parse(created_at) });
      return row;
    },

    rowOf: (id: string) => auth.db.selectFrom("people").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
  };
  beforeAll(async () => {
    auth.db = (await fresh.open()).db;
  });
  return auth;
}
