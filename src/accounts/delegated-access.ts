import { randomBytes } from "node:crypto";
import { type SqlBool, sql, type Transaction } from "kysely";
import type { Clock } from "../base/clock.ts";
import type { Store } from "../store/open-store.ts";
import { changesRow } from "../store/row-changes.ts";
import type { Row, Schema } from "../store/schema.ts";
import { lockAccount } from "./account-row.ts";
import { noteKey } from "./audit-log.ts";
import { delegatedKinds, isTheirs, listDelegated } from "./delegated-kinds.ts";
import { hashSecret } from "./key-secret.ts";
import { type MemberRole, may } from "./roles.ts";
import type { Delegated, DelegatedKind } from "./types.ts";

/** Whose things end in an account, and why. */
export interface Ending {
  accountId: string;
  personId: string;
  /** Their role from now on; null if they have none. */
  role: MemberRole | null;
  /** Their keys, and the work that these pay for: kept only after a reset, which says so. */
  keys: "keep" | "revoke" | { handedTo: string };
  /** Who ends them. */
  by: string;
  at: number;
  /** For people: why something stopped. */
  why: string;
}

/** Ends a person's keys of an account, their secrets and what they may do, as far as each kind ends. */
async function endKeys(trx: Trx, ending: Ending, ends: Ends): Promise<void> {
  const { accountId, personId, keys } = ending;
  if (ends("key_secret")) await endSecrets(trx, ending);
  // Keys of a member who may not manage webhooks and destinations may not either.
  const own = trx.updateTable("api_keys").where("account_id", "=", accountId).where("person_id", "=", personId);
  if (ends("webhook")) await own.set({ manages_delivery: 0 }).execute();
  if (!ends("api_key")) return;
  const held = keys === "keep" ? [] : await keysOf(trx, "api_key", ending);
  const programs = new Set<string>();
  for (const { id } of held)
    if (await changesRow(trx.deleteFrom("oauth_grants").where("key_id", "=", id))) programs.add(id);
  // Codes that a program could still exchange for a key.
  await trx
    .deleteFrom("oauth_codes")
    .where("account_id", "=", accountId)
    .where(({ fn }) => fn.coalesce("person_id", "account_id"), "=", personId)
    .execute();
  // What they let programs do ends in any case, because those programs are theirs.
  for (const key of held) await endKey(trx, ending, key, !programs.has(key.id));
}

/** A person's keys of an account, or those of others to which they gave a secret, locked in the order of admissions. */
function keysOf(trx: Trx, kind: "api_key" | "key_secret", ending: Ending): Promise<Row<"api_keys">[]> {
  const counts = kind === "key_secret" ? delegatedKinds[kind].counts!(ending.at) : sql<SqlBool>`1 = 1`;
  const keys = trx.selectFrom("api_keys").where(isTheirs(kind, ending)).where("revoked_at", "is", null).where(counts);
  return keys.orderBy("id").forUpdate().selectAll().execute();
}

async function endKey(trx: Trx, ending: Ending, key: Row<"api_keys">, mayStay: boolean): Promise<void> {
  const { personId, by, at, why, keys } = ending;
  const change = trx.updateTable("api_keys").where("id", "=", key.id);
  if (mayStay && typeof keys === "object") {
    await change.set({ person_id: keys.handedTo }).execute();
    await noteKey(trx, at, "key handed over", key, { person: by, reason: `it was ${personId}'s` });
  } else {
    await change.set({ revoked_at: at, is_primary: 0 }).execute();
    await noteKey(trx, at, "key revoked", key, { person: by, reason: why });
  }
}

/** Others' keys lose the secret that this person gave them: they pay as before, and need a new one. */
async function endSecrets(trx: Trx, ending: Ending): Promise<void> {
  for (const key of await keysOf(trx, "key_secret", ending)) {
    const hash = hashSecret(randomBytes(32).toString("hex"));
    const change = trx.updateTable("api_keys").where("id", "=", key.id);
    await change.set({ hash, given_by: null, previous_hash: null, previous_ends_at: null }).execute();
    await noteKey(trx, ending.at, "key rotated", key, { person: ending.by, reason: ending.why });
  }
}

type Trx = Transaction<Schema>;

/** Whether a person's things of this kind end, or are handed over. */
export type Ends = (kind: DelegatedKind) => boolean;

export interface EndingTools {
  /** Ends or pauses background work, and what leads its results out of the account. */
  endWork(trx: Trx, ending: Ending, ends: Ends): Promise<void>;
}

/**
 * Ends or hands over what acts in a person's name in an account or leads out of it, as far as their role no longer allows
 * it: all kinds at once, under the lock of the account. Returns what there was, with its new state.
 */
export async function endDelegated(trx: Trx, ending: Ending, { endWork }: EndingTools): Promise<Delegated[]> {
  const { accountId, personId, role, at } = ending;
  const which = { accountId, now: at };
  const before = await listDelegated(trx, { ...which, personId });
  const ends: Ends = (kind) => role === null || !may(role, delegatedKinds[kind].needs);
  await endInvitations(trx, ending);
  if (ends("provider")) await doubtProvider(trx, ending);
  await endWork(trx, ending, ends);
  // Last: the conditions above ask whose the keys are.
  await endKeys(trx, ending, ends);
  const after = new Map((await listDelegated(trx, which)).map((item) => [`${item.kind} ${item.id}`, item]));
  return before.map((item) => {
    const now = after.get(`${item.kind} ${item.id}`);
    if (!now) return { ...item, state: "ended" };
    return now.made_by === item.made_by ? now : { ...now, state: "handed over" };
  });
}

/** Of invitations that they sent, those that they could not send any more. */
const endInvitations = (trx: Trx, ending: Ending) =>
  trx
    .deleteFrom("invitations")
    .where(isTheirs("invitation", ending))
    .$if(ending.role === "admin", (own) => own.where("role", "=", "owner"))
    .$if(ending.role === "owner", (own) => own.where(sql<SqlBool>`1 = 0`))
    .execute();

/**
 * Whoever let in a provider of their own could come back through it: its domain must be proved again, and until then no
 * session that it vouched for is worth anything.
 */
const doubtProvider = (trx: Trx, ending: Ending) =>
  trx.updateTable("sign_on_providers").set({ proved_domain: null }).where(isTheirs("provider", ending)).execute();

export type DelegatedAccess = ReturnType<typeof createDelegatedAccess>;

const WHY = "Stopped when the password was reset. Resume it if it is yours.";

/**
 * What acts for an account by itself or leads out of it. Members can review it, and it stops with whoever set it up.
 * `delegated-kinds.ts` lists the kinds.
 */
export function createDelegatedAccess({
  store: { db },
  clock,
  ...tools
}: { store: Pick<Store, "db">; clock: Clock } & EndingTools) {
  return {
    list: (accountId: string, personId?: string): Promise<Delegated[]> =>
      listDelegated(db, { accountId, now: clock.now(), ...(personId !== undefined && { personId }) }),

    /**
     * Stops everything that a person set up (keys only if requested), in every account of theirs, because an intruder may
     * have set it up. Returns what there was, with its new state.
     */
    async stop(personId: string, { keys }: { keys: boolean }): Promise<Delegated[]> {
      const members = await db.selectFrom("members").where("person_id", "=", personId).select("account_id").execute();
      const stopped: Delegated[] = [];
      for (const accountId of [personId, ...members.map(({ account_id }) => account_id)]) {
        const items = await db.transaction().execute(async (trx) => {
          await lockAccount(trx, accountId);
          const account = trx.updateTable("accounts").where("id", "=", accountId);
          if (accountId === personId)
            await account.set((column) => ({ webhook_secret_no: column("webhook_secret_no", "+", 1) })).execute();
          const ending = { accountId, personId, role: null, keys: keys ? "revoke" : "keep" } as const;
          return endDelegated(trx, { ...ending, by: personId, at: clock.now(), why: WHY }, tools);
        });
        stopped.push(...items);
      }
      return stopped;
    },
  };
}
