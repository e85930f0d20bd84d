import { sql } from "kysely";
import type { Clock } from "../base/clock.ts";
import type { Store } from "../store/open-store.ts";
import { type PageQuery, pager } from "../store/pager.ts";
import { localWindows, type Windows } from "../store/shared-windows.ts";
import { AccountProblem } from "./account-problem.ts";
import { addPersonalAccount, newAccountFields, selectHolders, toHolder, toPerson } from "./account-row.ts";
import { noteAct } from "./audit-log.ts";
import { createKeys } from "./keys.ts";
import type { Plans } from "./plans.ts";
import type { PointsLedger } from "./points-ledger.ts";
import type { AccountHolder, Retention, Role } from "./types.ts";
import { markWelcomed } from "./welcome-points.ts";

const byAddress = pager("people", { address: "text", id: "text" }, "asc");

export interface AccountsDeps {
  store: Store;
  clock: Clock;
  plans: Plans;
  metering: PointsLedger;
  /** Counts wrong keys; by default only those of this process. */
  windows?: Windows;
}

export interface NewAccount {
  email: string;
  name?: string;
  plan?: string;
  role?: Role;
  /** Initial points, instead of the plan's. */
  points?: number | null;
}

export interface ListedAccount extends AccountHolder {
  points: number;
}

export type Accounts = ReturnType<typeof createAccounts>;

export function createAccounts({ store, clock, plans, metering, windows = localWindows(clock) }: AccountsDeps) {
  const { db } = store;
  const checkPlan = (plan: string): void => {
    if (!Object.hasOwn(plans, plan))
      throw new AccountProblem(`there is no plan ${plan}; there are ${Object.keys(plans).join(", ")}`);
  };

  /** Adds a person with a personal account. */
  async function createAccount(given: NewAccount): Promise<AccountHolder> {
    const { email, name, plan = "free", role = "member", points = null } = given;
    checkPlan(plan);
    const address = email.trim().toLowerCase();
    if (!/^[^\s@]+@[^\s@]+$/.test(address)) throw new AccountProblem(`${email} is not an email address`);
    const at = clock.now();
    const now = new Date(at).toISOString();
    const row = await db.transaction().execute(async (trx) => {
      const person = await trx
        .insertInto("people")
        .values({
          ...newAccountFields(address),
          name: name ?? address.replace(/@.*/, ""),
          email: address,
          email_verified: false,
          image: null,
          role,
          created_at: now,
          modified_at: now,
          last_login_at: null,
        })
        .onConflict((conflict) => conflict.column("email").doNothing())
        .returningAll()
        .executeTakeFirst();
      if (person) await addPersonalAccount(trx, { id: person.id, plan, at });
      return person;
    });
    if (!row) throw new AccountProblem(`an account for ${address} already exists`);
    const opened = await metering.accrue(row.id, points);
    // A plan without points grants nothing, so `accrue` gave nothing either.
    if (points && opened.points === 0) await grant(row.id, points, { note: `plan ${plan}` });
    if (points !== 0) await markWelcomed(db, row.id, clock.now());
    return { ...toPerson(row), plan, retain: "usual" };
  }

  const find = (column: "id" | "email", value: string) =>
    selectHolders(db)
      .where(`people.${column}`, "=", value)
      .executeTakeFirst()
      .then((row) => (row ? toHolder(row) : null));
  const findById = (id: string) => find("id", id);
  const findByEmail = (email: string) => find("email", email.trim().toLowerCase());

  /** Accounts by address, with their points: all, or those whose address or name contains the search text. */
  function listAccounts({ search = "", limit = 1_000, cursor = null }: Partial<PageQuery> & { search?: string } = {}) {
    let query = selectHolders(db).leftJoin("balances", "balances.account_id", "people.id");
    if (search !== "") {
      const pattern = `%${search.toLowerCase()}%`;
      query = query.where(({ or }) =>
        or([
          sql<boolean>`lower(coalesce(unconfirmed_email, email)) like ${pattern}`,
          sql<boolean>`lower(people.name) like ${pattern}`,
        ]),
      );
    }
    const found = query.select(["balances.points", sql<string>`coalesce(unconfirmed_email, email)`.as("address")]);
    return byAddress.page(
      db.selectFrom(found.as("people")).selectAll(),
      { limit, cursor },
      ({ points, address, ...row }): ListedAccount => ({ ...toHolder(row), points: points ?? 0 }),
    );
  }

  const person = (id: string) => db.updateTable("people").where("id", "=", id);

  async function setRole(personId: string, role: Role): Promise<void> {
    const modified_at = new Date(clock.now()).toISOString();
    await person(personId).set({ role, modified_at }).execute();
  }

  async function setPaused(personId: string, paused: boolean): Promise<void> {
    const paused_at = paused ? clock.now() : null;
    await person(personId).set({ paused_at }).execute();
  }

  /** What is kept of the account's calls from the next one on, whatever their keys say. */
  const setRetain = (accountId: string, retain: Retention, personId: string): Promise<void> =>
    db.transaction().execute(async (trx) => {
      const own = trx.selectFrom("accounts").where("id", "=", accountId);
      const before = await own.select("retain").executeTakeFirstOrThrow();
      await trx.updateTable("accounts").set({ retain }).where("id", "=", accountId).execute();
      const entry = { at: clock.now(), who: personId, subject: accountId, before, after: { retain } };
      await noteAct(trx, { what: "retention changed", ...entry });
    });

  /** Newest first. */
  const ledgerOf = (accountId: string, limit = 50) =>
    db
      .selectFrom("ledger")
      .where("account_id", "=", accountId)
      .orderBy("no", "desc")
      .limit(limit)
      .selectAll()
      .execute();

  async function setPlan(accountId: string, plan: string): Promise<{ points: number }> {
    checkPlan(plan);
    const { numUpdatedRows } = await db.transaction().execute(async (trx) => {
      // In the order of their locks; only a personal account has a person.
      const modified_at = new Date(clock.now()).toISOString();
      await trx.updateTable("people").set({ modified_at }).where("id", "=", accountId).execute();
      return trx.updateTable("accounts").set({ plan }).where("id", "=", accountId).executeTakeFirst();
    });
    if (numUpdatedRows === 0n) throw new AccountProblem(`there is no account ${accountId}`);
    return metering.accrue(accountId);
  }

  /** Grants, sells or corrects points; a correction may take points, but never below zero. */
  async function grant(
    accountId: string,
    amount: number,
    { kind = "grant", note = null }: { kind?: "grant" | "top_up" | "correction"; note?: string | null } = {},
  ): Promise<{ points: number }> {
    if (!Number.isSafeInteger(amount) || amount === 0)
      throw new AccountProblem("points must be a whole number other than 0");
    if (amount < 0 && kind !== "correction") throw new AccountProblem("only a correction can take points away");
    const result = await metering.credit({ accountId, kind, amount, note });
    if ("kind" in result) throw new AccountProblem(`only ${result.points} points can be taken`);
    return result;
  }

  const { closeLookup, ...keys } = createKeys(store, clock, windows);
  return {
    createAccount,
    findById,
    findByEmail,
    listAccounts,
    ledgerOf,
    setRole,
    setPaused,
    setRetain,
    setPlan,
    grant,
    ...keys,
    close: closeLookup,
  };
}
