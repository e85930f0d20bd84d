import { createHash, randomBytes } from "node:crypto";
import { type SqlBool, sql, type Transaction } from "kysely";
import { queueMail } from "../store/messages.ts";
import type { Schema } from "../store/schema.ts";
import { accountPage } from "./account-page.ts";
import {
  delegatedKinds,
  inAccount,
  isBy,
  isTheirs,
  listDelegated,
  NOBODY,
  notifier,
  payer,
  storer,
} from "./delegated-kinds.ts";
import { type Ending, endKeys } from "./end-keys.ts";
import { may } from "./roles.ts";
import type { Delegated, DelegatedKind } from "./types.ts";

type Trx = Transaction<Schema>;

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
      if (stopped && !pays && payer) await tellPayer(trx, payer, { table, id, name }, ending);
    }
  }
  if (mayWork) return;
  const jobs = trx.selectFrom("jobs").where(isTheirs("job", ending)).where("webhook", "is not", null);
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
  table: "schedules" | "batches";
  id: string;
  name: string;
}

async function tellPayer(trx: Trx, personId: string, { table, id, name }: Paused, ending: Ending): Promise<void> {
  const { accountId, why, at } = ending;
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
    .where(isTheirs("feed", ending))
    .execute();

const remove = (trx: Trx, ending: Ending, kind: "link" | "destination") =>
  trx
    .deleteFrom(delegatedKinds[kind].table as "result_links" | "destinations")
    .where(isTheirs(kind, ending))
    .execute();

async function disableWebhooks(trx: Trx, ending: Ending, { newSigningSecret }: EndingTools): Promise<void> {
  const own = trx.selectFrom("webhook_endpoints").where(isTheirs("webhook", ending)).orderBy("id");
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
