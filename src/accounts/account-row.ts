import { randomUUID } from "node:crypto";
import { type Kysely, sql, type Transaction } from "kysely";
import { queueMail } from "../store/messages.ts";
import type { Row, Schema } from "../store/schema.ts";
import { randomBase62 } from "./key-secret.ts";
import type { Account, AccountHolder, Person } from "./types.ts";

const ms = (date: string | Date): number => (date instanceof Date ? date.getTime() : Date.parse(date));

/** Without what only a page of the dashboard shows. */
export const toAccount = ({ id, plan, created_at, retain }: Account): Account => ({ id, plan, created_at, retain });

export const toPerson = (row: Row<"people">): Person => ({
  id: row.id,
  front_id: row.front_id,
  login: row.login,
  role: row.role,
  email: row.unconfirmed_email ?? row.email,
  name: row.name,
  email_verified: Boolean(row.email_verified),
  second_factor: Boolean(row.two_factor_enabled),
  created_at: ms(row.created_at),
  modified_at: ms(row.modified_at),
  last_login_at: row.last_login_at === null ? null : ms(row.last_login_at),
  paused_at: row.paused_at,
});

/** People with their personal accounts. */
export const selectHolders = (db: Kysely<Schema>) =>
  db
    .selectFrom("people")
    .innerJoin("accounts", "accounts.id", "people.id")
    .selectAll("people")
    .select(["accounts.plan", "accounts.retain"]);

type HolderRow = Row<"people"> & Pick<Account, "plan" | "retain">;

export const toHolder = ({ plan, retain, ...row }: HolderRow): AccountHolder => ({ ...toPerson(row), plan, retain });

/** The address of an account's owner, of several the first; undefined until it is confirmed. */
export async function readConfirmedAddress(db: Kysely<Schema>, accountId: string): Promise<string | undefined> {
  const owners = db.selectFrom("members").where("account_id", "=", accountId).where("role", "=", "owner");
  const own = db
    .selectFrom("people")
    .leftJoin(owners.selectAll().as("owner"), "owner.person_id", "people.id")
    .where(({ or, eb }) => or([eb("people.id", "=", accountId), eb("owner.person_id", "is not", null)]))
    .where("unconfirmed_email", "is", null);
  return (await own.orderBy("owner.created_at").select("email").executeTakeFirst())?.email;
}

/** What people see for each id: addresses, confirmed or not, of people and invitations, and names of accounts of several people. */
export async function readShownNames(db: Kysely<Schema>, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const wanted = [...new Set(ids)];
  const people = db.selectFrom("people").where("id", "in", wanted);
  const invitations = db.selectFrom("invitations").where("id", "in", wanted);
  const teams = db.selectFrom("accounts").where("id", "in", wanted).where("name", "is not", null);
  const found = await people
    .select(["id", sql<string>`coalesce(unconfirmed_email, email)`.as("shown")])
    .unionAll(invitations.select(["id", "email as shown"]))
    .unionAll(teams.select(["id", sql<string>`name`.as("shown")]))
    .execute();
  return new Map(found.map(({ id, shown }) => [id, shown]));
}

/** Every person has an account with the same id, added in one transaction with them. */
export const addPersonalAccount = (trx: Kysely<Schema>, { id, plan, at }: { id: string; plan?: string; at: number }) =>
  trx.insertInto("accounts").values({ id, plan, created_at: at }).execute();

/** The generated fields of a new account's row; better-auth's sign-up uses them too. */
export function newAccountFields(email: string): { id: string; login: string; front_id: string } {
  const frontId = randomBase62(12);
  // Two accounts may share the part before the @: the front id tells them apart.
  return {
    id: randomUUID(),
    login: `${email.replace(/@.*/, "").toLowerCase()}-${frontId.slice(0, 6)}`,
    front_id: frontId,
  };
}

/** Queues a mail to an account's owner if the address is confirmed, in the transaction of what it is about. */
export async function mailOwner(db: Kysely<Schema>, accountId: string, subject: string, text: string, at: number) {
  const email = await readConfirmedAddress(db, accountId);
  if (email) await queueMail(db, { kind: "news", person_id: accountId, email, about: `${subject}\n${text}`, at });
}

/** Serialises changes to one account across processes. */
export async function lockAccount(trx: Transaction<Schema>, accountId: string): Promise<void> {
  await trx.selectFrom("accounts").select("id").where("id", "=", accountId).forUpdate().execute();
}
