import { createHash, randomBytes } from "node:crypto";
import { type SqlBool, sql, type Transaction } from "kysely";
import { accountPage } from "../accounts/account-page.ts";
import type { Ending, EndingTools } from "../accounts/delegated-access.ts";
import { inAccount, isBy, isTheirs, NOBODY, notifier, payer, storer } from "../accounts/delegated-kinds.ts";
import { may } from "../accounts/roles.ts";
import type { Clock } from "../base/clock.ts";
import { queueMail } from "../store/messages.ts";
import type { Store } from "../store/open-store.ts";
import type { Schema } from "../store/schema.ts";
import { createBatchStore } from "./batches/store.ts";
import { paused } from "./pauses.ts";
import { sealedSecrets } from "./webhooks/sealed-secrets.ts";

type Trx = Transaction<Schema>;
type PauseBatch = (trx: Trx, id: string, why: string) => Promise<unknown>;

/** Statements that end a kind, for the rows of a person. Feeds get a secret that nobody knows, so that the old address stops working. */
const endings = {
  feed: () => {
    const hash = createHash("sha256").update(randomBytes(32)).digest("hex");
    return sql`update schedules set feed_hash = ${hash}, feed_by = ${NOBODY}`;
  },
  link: () => sql`delete from result_links`,
  destination: () => sql`delete from destinations`,
};

/** What background work does when the access of a person ends who set it up. */
export function createEndingTools(store: Store, clock: Clock, secret: string): EndingTools {
  const secrets = sealedSecrets(secret);
  const pauseBatch: PauseBatch = (trx, id, why) => createBatchStore({ ...store, db: trx }, clock).pause(id, why, null);
  return {
    async endWork(trx, ending, ends) {
      await pauseWork(trx, ending, pauseBatch);
      for (const kind of ["feed", "link", "destination"] as const)
        if (ends(kind)) await sql`${endings[kind]()} where ${isTheirs(kind, ending)}`.execute(trx);
      if (ends("webhook")) await disableWebhooks(trx, ending, () => secrets.seal(secrets.make()));
    },
  };
}

/**
 * Pauses work that leads to them, or that their ended keys pay for. Where work that somebody else pays for led to them, its
 * payer gets a mail.
 */
async function pauseWork(trx: Trx, ending: Ending, pauseBatch: PauseBatch): Promise<void> {
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
      if (table === "batches" && status === "running") await pauseBatch(trx, id, why);
      if (table === "schedules" && status === "active")
        await trx
          .updateTable("schedules")
          .set({ ...paused(why), next_at: null })
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

async function disableWebhooks(trx: Trx, ending: Ending, newSigningSecret: () => string): Promise<void> {
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
