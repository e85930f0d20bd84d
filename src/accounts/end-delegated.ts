import { createHash, randomBytes } from "node:crypto";
import { type SqlBool, sql, type Transaction } from "kysely";
import { queueMail } from "../store/messages.ts";
import type { Schema } from "../store/schema.ts";
import { accountPage } from "./account-page.ts";
import { delegatedKinds, inAccount, isBy, listDelegated, NOBODY, notifier, payer, storer } from "./delegated-kinds.ts";
import { endCodes, endKeys, endSecrets, lessenKeys } from "./end-keys.ts";
import { type MemberRole, may } from "./roles.ts";
import type { Delegated, DelegatedKind } from "./types.ts";

type Trx = Transaction<Schema>;

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

export interface EndingTools {
  pauseBatch(trx: Trx, id: string, why: string): Promise<unknown>;
  /** A new signing secret for a webhook, as stored. */
  newSigningSecret(): string;
}

/**
 * Ends or hands over what acts in a person's name in an account or leads out of it, as far as their role no longer allows
 * it: all kinds at once, under the lock of the account. Where work that somebody else pays for led to them, it pauses, and
 * its payer gets a mail. Returns what there was, with its new state.
 */
export async function endDelegated(trx: Trx, ending: Ending, tools: EndingTools): Promise<Delegated[]> {
  const { accountId, personId, role, at } = ending;
  const which = { accountId, now: at };
  const before = await listDelegated(trx, { ...which, personId });
  const ends = (kind: DelegatedKind) => role === null || !may(role, delegatedKinds[kind].needs);
  await endInvitations(trx, ending);
  if (ends("provider")) await doubtProvider(trx, ending);
  await endWork(trx, ending, tools);
  if (ends("feed")) await endFeeds(trx, ending);
  for (const kind of ["link", "destination"] as const) if (ends(kind)) await remove(trx, ending, kind);
  if (ends("webhook")) await disableWebhooks(trx, ending, tools);
  await endOfKeys(trx, ending, ends);
  const after = new Map((await listDelegated(trx, which)).map((item) => [`${item.kind} ${item.id}`, item]));
  return before.map((item) => {
    const now = after.get(`${item.kind} ${item.id}`);
    if (!now) return { ...item, state: "ended" };
    return now.made_by === item.made_by ? now : { ...now, state: "handed over" };
  });
}

const theirs = ({ accountId, personId }: Ending, kind: DelegatedKind) =>
  sql<SqlBool>`${inAccount(accountId)} and ${isBy(delegatedKinds[kind].makers, personId)}`;

/** Of invitations that they sent, those that they could not send any more. */
const endInvitations = (trx: Trx, ending: Ending) =>
  trx
    .deleteFrom("invitations")
    .where(theirs(ending, "invitation"))
    .$if(ending.role === "admin", (own) => own.where("role", "=", "owner"))
    .$if(ending.role === "owner", (own) => own.where(sql<SqlBool>`1 = 0`))
    .execute();

/**
 * Whoever let in a provider of their own could come back through it: its domain must be proved again, and until then no
 * session that it vouched for is worth anything.
 */
const doubtProvider = (trx: Trx, ending: Ending) =>
  trx.updateTable("sign_on_providers").set({ proved_domain: null }).where(theirs(ending, "provider")).execute();

/** Pauses work that leads to them, or that their ended keys pay for. */
async function endWork(trx: Trx, ending: Ending, tools: EndingTools): Promise<void> {
  const { accountId, personId, role, keys, at, why } = ending;
  if (role !== null && may(role, "manage")) return;
  const mayWork = role !== null && may(role, "work");
  const isPayer = isBy([payer], personId);
  const isNotifier = isBy([notifier], personId);
  // Who may still work may notify an address about work that their own key pays for.
  const notifies = mayWork ? sql`(${isNotifier} and not ${isPayer})` : isNotifier;
  const stores = isBy([storer], personId);
  const ended = mayWork || typeof keys === "object" ? sql`1 = 0` : isPayer;
  for (const table of ["schedules", "batches"] as const) {
    const flag = (is: unknown) => sql<number>`case when ${is} then 1 else 0 end`;
    const rows = await trx
      .selectFrom(table)
      .where(sql<SqlBool>`${inAccount(accountId)} and (${notifies} or ${stores} or ${ended})`)
      .orderBy("id")
      .select(["id", "status", table === "schedules" ? sql<string>`name`.as("name") : sql<string>`endpoint`.as("name")])
      .select([flag(notifies).as("notifies"), flag(stores).as("stores"), flag(isPayer).as("pays"), payer.as("payer")])
      .execute();
    for (const { id, status, name, notifies, stores, pays, payer } of rows) {
      const own = trx.updateTable(table).where("id", "=", id);
      if (notifies) await own.set({ webhook: null }).execute();
      if (stores) await own.set({ destination_id: null }).execute();
      if (notifies) await endPending(trx, accountId, [id], at);
      if (table === "batches" && status === "running") await tools.pauseBatch(trx, id, why);
      if (table === "schedules" && status === "active")
        await trx
          .updateTable("schedules")
          .set({ status: "paused", pause_reason: why, pause_kind: null, next_at: null })
          .where("id", "=", id)
          .execute();
      const stopped = status === "running" || status === "active";
      if (stopped && !pays && payer) await tellPayer(trx, payer, { accountId, table, id, name, why, at });
    }
  }
  if (mayWork) return;
  const jobs = trx.selectFrom("jobs").where(theirs(ending, "job")).where("webhook", "is not", null);
  const notifying = (await jobs.orderBy("id").select("id").execute()).map(({ id }) => id);
  for (const id of notifying) await trx.updateTable("jobs").set({ webhook: null }).where("id", "=", id).execute();
  await endPending(trx, accountId, notifying, at);
}

/** Deliveries that wait for an address which the work named itself. */
async function endPending(trx: Trx, accountId: string, about: string[], at: number): Promise<void> {
  if (about.length === 0) return;
  await trx
    .updateTable("webhook_deliveries")
    .set({ status: "failed", ended_at: at })
    .where(sql<SqlBool>`${inAccount(accountId)}`)
    .where("about", "in", about)
    .where("endpoint_id", "is", null)
    .where("status", "=", "pending")
    .execute();
}

interface Paused {
  accountId: string;
  table: "schedules" | "batches";
  id: string;
  name: string;
  why: string;
  at: number;
}

async function tellPayer(trx: Trx, personId: string, { accountId, table, id, name, why, at }: Paused): Promise<void> {
  const payer = trx.selectFrom("people").where("id", "=", personId).where("unconfirmed_email", "is", null);
  const email = (await payer.select("email").executeTakeFirst())?.email;
  if (!email) return;
  const what = table === "schedules" ? "schedule" : "batch";
  const lines = [
    `A ${what} that your key pays for was paused`,
    accountPage(`/automation/${table}/${id}`, accountId),
    name,
    why,
  ];
  await queueMail(trx, { kind: "work", person_id: personId, email, about: lines.join("\n"), at });
}

/** Feeds get a secret that nobody knows, so that the old address stops working. */
const endFeeds = (trx: Trx, ending: Ending) =>
  trx
    .updateTable("schedules")
    .set({ feed_hash: createHash("sha256").update(randomBytes(32)).digest("hex"), feed_by: NOBODY })
    .where(theirs(ending, "feed"))
    .execute();

const remove = (trx: Trx, ending: Ending, kind: "link" | "destination") =>
  trx
    .deleteFrom(delegatedKinds[kind].table as "result_links" | "destinations")
    .where(theirs(ending, kind))
    .execute();

async function disableWebhooks(trx: Trx, ending: Ending, { newSigningSecret }: EndingTools): Promise<void> {
  const own = trx.selectFrom("webhook_endpoints").where(theirs(ending, "webhook")).orderBy("id");
  for (const { id, status, disabled_reason } of await own.select(["id", "status", "disabled_reason"]).execute()) {
    const reason = status === "active" ? ending.why : disabled_reason;
    const renewed = { secret: newSigningSecret(), previous_secret: null, previous_until: null };
    await trx
      .updateTable("webhook_endpoints")
      .set({ status: "disabled", disabled_reason: reason, ...renewed })
      .where("id", "=", id)
      .execute();
  }
}

/** Last: the conditions above ask whose the keys are. */
async function endOfKeys(trx: Trx, ending: Ending, ends: (kind: DelegatedKind) => boolean): Promise<void> {
  const { accountId, personId, keys } = ending;
  const of = { ...ending, handedTo: typeof keys === "object" ? keys.handedTo : null };
  if (ends("key_secret")) await endSecrets(trx, of);
  if (ends("webhook")) await lessenKeys(trx, ending);
  if (!ends("api_key")) return;
  if (keys === "keep") await endCodes(trx, accountId, personId);
  else await endKeys(trx, of);
}
