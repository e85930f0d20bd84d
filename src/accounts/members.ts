import { randomUUID } from "node:crypto";
import { type Kysely, sql, type Transaction } from "kysely";
import type { Clock } from "../base/clock.ts";
import { limits } from "../limits/limits.ts";
import { forgetAccount } from "../store/forget-account.ts";
import type { Store } from "../store/open-store.ts";
import type { OwnersAct } from "../store/owners-acts.ts";
import { ownerId } from "../store/practice-id.ts";
import { putRow } from "../store/row-changes.ts";
import type { Schema } from "../store/schema.ts";
import { AccountProblem, NoSuchThing } from "./account-problem.ts";
import { lockAccount, toAccount } from "./account-row.ts";
import { noteAct } from "./audit-log.ts";
import { type Ending, type EndingTools, endDelegated } from "./delegated-access.ts";
import {
  isMember,
  type ListedMember,
  listMembers,
  type MemberSettings,
  selectMemberSpending,
  setMemberCap,
} from "./member-list.ts";
import { lowerRole, type MemberRole, may, type Permission } from "./roles.ts";
import type { Account, Delegated, Person } from "./types.ts";

/** An account as one of its members sees it. */
export interface Membership {
  account: Account;
  accountName: string | null;
  role: MemberRole;
}

/** Who changes members: a person in one of their accounts, or the operator. */
interface Actor {
  person: Pick<Person, "id">;
  accountId: string;
  isOperator?: boolean;
}

type Trx = Transaction<Schema>;

const LAST_OWNER = "An account has at least one owner. Make another member an owner first, or delete the account.";
const OWNERS_CAP = "Only an owner can change the spending cap of an owner or admin.";
const REMOVED = "You were removed from this account. Ask one of its admins for an invitation.";
const OWNERS_ONLY = "Only an owner can add, change or remove an owner.";

export type Members = ReturnType<typeof createMembers>;

/**
 * Accounts of several people. Every change happens under the lock of its account: the last owner cannot leave twice at
 * once, and nobody gets a key while being removed.
 */
export function createMembers({ store, clock, ...tools }: { store: Store; clock: Clock } & EndingTools) {
  const { db } = store;

  /** A change to the members of an account by one of them, with its line in the audit log. Their role is read again. */
  const changing = <T>(actor: Actor, change: (trx: Trx, role: MemberRole, note: Note) => Promise<T>): Promise<T> =>
    db.transaction().execute(async (trx) => {
      const { accountId, person, isOperator = false } = actor;
      await lockAccount(trx, accountId);
      const role = isOperator ? "owner" : await readRole(trx, accountId, person.id);
      if (role === null) throw notMember();
      const at = clock.now();
      const entry = { at, who: person.id, subject: accountId, isOperator };
      return change(trx, role, (what, before, after) => noteAct(trx, { ...entry, what, before, after }));
    });

  const membershipsOf = (personId: string) =>
    db
      .selectFrom("members")
      .innerJoin("accounts", "accounts.id", "members.account_id")
      .where("person_id", "=", personId)
      .select("role");

  /** The account and the person's role there; null for anyone but a member. */
  async function find(accountId: string, personId: string): Promise<Membership | null> {
    const row = await membershipsOf(personId)
      .where("accounts.id", "=", accountId)
      .selectAll("accounts")
      .executeTakeFirst();
    return row ? { account: toAccount(row), accountName: row.name, role: row.role } : null;
  }

  /** The accounts of several people that a person is a member of, by name. */
  const listAccounts = (personId: string) =>
    membershipsOf(personId)
      .orderBy(sql`lower(accounts.name)`)
      .orderBy("accounts.id")
      .select(["accounts.id", sql<string>`accounts.name`.as("name")])
      .execute();

  async function create(person: Pick<Person, "id" | "email_verified">, name: string): Promise<{ id: string }> {
    if (!person.email_verified) throw new AccountProblem("Confirm your address first.");
    const [id, at] = [randomUUID(), clock.now()];
    return db.transaction().execute(async (trx) => {
      await lockAccount(trx, person.id);
      const own = trx.selectFrom("members").where("person_id", "=", person.id).where("role", "=", "owner");
      const { max } = limits.accountsOfAPerson;
      const owned = await own.select("account_id").limit(max).execute();
      if (owned.length >= max) throw new AccountProblem(`A person owns at most ${max} accounts.`);
      await trx.insertInto("accounts").values({ id, name, created_at: at }).execute();
      await trx
        .insertInto("members")
        .values({ account_id: id, person_id: person.id, role: "owner", created_at: at })
        .execute();
      // The points of a trial are for a person, once.
      await trx.insertInto("balances").values({ account_id: id, points: 0, granted_once: 1 }).execute();
      await noteAct(trx, { what: "account created", at, who: person.id, subject: id, after: { name } });
      return { id };
    });
  }

  const rename = (actor: Actor, name: string): Promise<void> =>
    changing(actor, async (trx, _role, note) => {
      const own = trx.selectFrom("accounts").where("id", "=", actor.accountId);
      const before = await own.select("name").executeTakeFirstOrThrow();
      await trx.updateTable("accounts").set({ name }).where("id", "=", actor.accountId).execute();
      await note("account renamed", before, { name });
    });

  const list = (accountId: string): Promise<ListedMember[]> => listMembers(db, accountId);

  const change = (
    actor: Actor,
    personId: string,
    { role, spending_cap: cap }: Partial<MemberSettings>,
  ): Promise<Delegated[]> =>
    changing(actor, async (trx, own, note) => {
      const { accountId } = actor;
      const before = await readRole(trx, accountId, personId);
      if (before === null) throw notMember();
      if ((before === "owner" || role === "owner") && !may(own, "own")) throw new AccountProblem(OWNERS_ONLY);
      if (cap !== undefined && may(before, "manage") && !may(own, "own")) throw new AccountProblem(OWNERS_CAP);
      const capped = cap === undefined ? null : await setMemberCap(trx, { accountId, personId, cap });
      if (role !== undefined) {
        if (role !== "owner") await keepAnOwner(trx, accountId, personId);
        await setRole(trx, accountId, personId, role);
      }
      const access = role === undefined ? [] : await lessen(trx, actor, personId, role);
      if (role !== undefined) await note("member role changed", { member: personId, role: before }, { role });
      if (capped) await note("member cap changed", capped.before, capped.after);
      return access;
    });

  /** Makes another member an owner and the owner an admin, at once. */
  const transfer = (actor: Actor, personId: string): Promise<Delegated[]> =>
    changing(actor, async (trx, own, note) => {
      const before = await readRole(trx, actor.accountId, personId);
      if (before === null || personId === actor.person.id) throw notMember();
      if (!may(own, "own")) throw new AccountProblem(OWNERS_ONLY);
      await setRole(trx, actor.accountId, personId, "owner");
      await setRole(trx, actor.accountId, actor.person.id, "admin");
      const access = await lessen(trx, actor, actor.person.id, "admin");
      await note("ownership transferred", { member: actor.person.id }, { member: personId });
      return access;
    });

  /** What they set up ends. Their keys, and the work that these pay for, may become those of whoever removes them. */
  const remove = (actor: Actor, personId: string, keys: "revoke" | "hand over"): Promise<Delegated[]> =>
    changing(actor, async (trx, own, note) => {
      const { accountId, person } = actor;
      const before = await readRole(trx, accountId, personId);
      if (before === null) throw notMember();
      if (before === "owner" && !may(own, "own")) throw new AccountProblem(OWNERS_ONLY);
      await keepAnOwner(trx, accountId, personId);
      await endMembership(trx, actor, personId, clock.now());
      const isHandedOver = keys === "hand over" && personId !== person.id;
      const access = await lessen(trx, actor, personId, null, isHandedOver ? { handedTo: person.id } : "revoke");
      const what = personId === person.id ? "member left" : "member removed";
      await note(what, { member: personId, role: before }, { keys });
      return access;
    });

  /** Ends what a member's new role does not allow. */
  const lessen = (
    trx: Trx,
    { accountId, person }: Actor,
    personId: string,
    role: MemberRole | null,
    keys: Ending["keys"] = "revoke",
  ): Promise<Delegated[]> => {
    const happened = role === null ? "left the account" : "got another role";
    const why = `Stopped when a member who set it up, or where it leads, ${happened}. Check it, and resume it.`;
    return endDelegated(trx, { accountId, personId, role, keys, by: person.id, at: clock.now(), why }, tools);
  };

  const deleteAccount = (actor: Actor): Promise<void> => deleteSharedAccount(store, actor, clock.now());

  /** Before a person is deleted: leaves every account. Refused before the first if others would be left without an owner. */
  async function leaveAll(personId: string): Promise<void> {
    const own = await Promise.all(
      (await listAccounts(personId)).map(async ({ id, name }) => {
        const others = (await list(id)).filter((member) => member.id !== personId);
        const hasOwner = others.some(({ role }) => role === "owner");
        if (others.length > 0 && !hasOwner) throw new AccountProblem(`${name}: ${LAST_OWNER}`);
        return { actor: { accountId: id, person: { id: personId } }, isAlone: others.length === 0 };
      }),
    );
    for (const { actor, isAlone } of own) {
      if (isAlone) await deleteAccount(actor);
      else await remove(actor, personId, "revoke");
    }
  }

  return { find, listAccounts, create, rename, list, change, transfer, remove, deleteAccount, leaveAll };
}

/** Forgets an account of several people, with all that it has. */
const deleteSharedAccount = (store: Store, { accountId, person }: Actor, at: number): Promise<void> =>
  store.longRunning.transaction().execute(async (trx) => {
    await lockAccount(trx, accountId);
    const role = await readRole(trx, accountId, person.id);
    if (role === null || !may(role, "own")) throw notMember();
    await noteAct(trx, { what: "account deleted", at, who: person.id, subject: accountId });
    await forgetAccount(trx, { accountId, at });
  });

type Note = (what: OwnersAct, before: unknown, after: unknown) => Promise<void>;

const notMember = () => new NoSuchThing("member");

export async function readRole(db: Kysely<Schema>, accountId: string, personId: string): Promise<MemberRole | null> {
  if (accountId === personId) return "owner";
  const row = await db.selectFrom("members").where(isMember(accountId, personId)).select("role").executeTakeFirst();
  return row?.role ?? null;
}

interface NewMember {
  accountId: string;
  personId: string;
  role: MemberRole;
  at: number;
  /** What made them one, if it was not an invitation. */
  by?: string;
}

/**
 * Makes a person a member. Who is one already keeps their role. Who was one comes back with the spending cap that they had
 * and, if nobody invited them, with at most the role that they had; who was removed must be invited.
 */
export async function addMember(trx: Trx, { accountId, personId, role: given, at, by }: NewMember): Promise<void> {
  await lockAccount(trx, accountId);
  const former = await trx
    .selectFrom("former_members")
    .where(isMember(accountId, personId))
    .selectAll()
    .executeTakeFirst();
  const role = by === undefined ? given : lowerRole(given, former?.role ?? given);
  const spending_cap = former?.spending_cap ?? null;
  const joined = await trx
    .insertInto("members")
    .values({ account_id: accountId, person_id: personId, role, created_at: at, spending_cap })
    .onConflict((conflict) => conflict.columns(["account_id", "person_id"]).doNothing())
    .returning("role")
    .executeTakeFirst();
  if (!joined) return;
  if (by !== undefined && former?.removed_by) throw new AccountProblem(REMOVED);
  if (former) await trx.deleteFrom("former_members").where(isMember(accountId, personId)).execute();
  const { max } = limits.members;
  const members = trx.selectFrom("members").where("account_id", "=", accountId).select("person_id");
  if ((await members.limit(max + 1).execute()).length > max) {
    throw new AccountProblem(`An account has at most ${max} members.`);
  }
  const after = { role, ...(by && { by }) };
  await noteAct(trx, { what: "member joined", at, who: personId, subject: accountId, after });
}

/** Ends a membership. What it was stays, for when the person comes back. */
async function endMembership(trx: Trx, { accountId, person }: Actor, personId: string, at: number): Promise<void> {
  const own = selectMemberSpending(trx, accountId)
    .where("members.person_id", "=", personId)
    .groupBy(["members.role", "members.created_at"]);
  const { role, created_at, spending_cap, spent } = await own
    .select(["members.role", "members.created_at"])
    .executeTakeFirstOrThrow();
  const was = {
    role,
    spending_cap,
    spent: Number(spent),
    joined_at: created_at,
    left_at: at,
    removed_by: personId === person.id ? null : person.id,
  };
  await trx.deleteFrom("members").where(isMember(accountId, personId)).execute();
  await putRow(trx, "former_members", { account_id: accountId, person_id: personId }, was);
}

const setRole = (trx: Trx, accountId: string, personId: string, role: MemberRole) =>
  trx.updateTable("members").set({ role }).where(isMember(accountId, personId)).execute();

/** Refuses a change after which nobody would own the account. */
async function keepAnOwner(trx: Trx, accountId: string, without: string): Promise<void> {
  const owners = trx.selectFrom("members").where("account_id", "=", accountId).where("role", "=", "owner");
  const other = await owners.where("person_id", "!=", without).select("person_id").limit(1).executeTakeFirst();
  if (!other) throw new AccountProblem(LAST_OWNER);
}

/** A change in a member's name, under the lock of the account: nobody sets up anything while they are being removed. */
export const whileMember = <T>(
  db: Kysely<Schema>,
  { accountId, personId, needs }: { accountId: string; personId: string; needs: Permission },
  change: (trx: Transaction<Schema>, role: MemberRole) => Promise<T>,
): Promise<T> =>
  db.transaction().execute(async (trx) => {
    const id = ownerId(accountId);
    await lockAccount(trx, id);
    const role = await readRole(trx, id, personId);
    if (role === null || !may(role, needs)) throw new NoSuchThing("account");
    return change(trx, role);
  });
