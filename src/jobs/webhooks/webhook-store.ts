import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { Clock } from "../../base/clock.ts";
import { limits } from "../../limits/limits.ts";
import type { WebhookEvent } from "../../service/work-views.ts";
import type { Store } from "../../store/open-store.ts";
import type { Row, Schema } from "../../store/schema.ts";
import type { SealedSecrets } from "./sealed-secrets.ts";

export type EndpointRow = Row<"webhook_endpoints">;
export type DeliveryRow = Row<"webhook_deliveries">;

export interface AccountEvent {
  event: WebhookEvent;
  accountId: string;
  /** Nobody is told of the same twice. Its first word is the id of what it is about, unless `about` is. */
  subject: string;
  /** Of one job, batch or schedule, a receiver hears in the order in which things happened. */
  about?: string;
  data: unknown;
  /** An address of the thing's own, besides the account's endpoints. */
  webhook?: string | null;
}

/** What an account has too much of is looked at once in so many events: whoever causes most of them is looked at most. */
const PUTS_A_LOOK = 50;

export type Outbox = ReturnType<typeof createOutbox>;

/** Turns what has happened into deliveries; asking again for the same adds nothing. */
export function createOutbox({ db }: Store, clock: Clock) {
  let puts = 0;
  let lastAt = 0;

  async function put(
    rows: Array<
      Pick<DeliveryRow, "account_id" | "endpoint_id" | "url" | "event" | "subject" | "payload"> &
        Partial<Pick<DeliveryRow, "status" | "ended_at" | "attempts" | "about" | "named" | "kind">>
    >,
  ) {
    const [first] = rows;
    if (!first) return;
    const now = clock.now();
    // No two at the same time: it is their order.
    lastAt = Math.max(now, lastAt + 1);
    const made = { status: "pending" as const, next_at: now, created_at: lastAt };
    await db
      .insertInto("webhook_deliveries")
      .values(rows.map((row) => ({ id: `msg_${randomUUID()}`, ...made, ...row })))
      .onConflict((conflict) => conflict.columns(["url", "event", "subject"]).doNothing())
      .execute();
    puts += 1;
    if (puts % PUTS_A_LOOK === 0) await deleteOldest(first.account_id);
  }

  const deleteOldest = (accountId: string) =>
    db
      .deleteFrom("webhook_deliveries")
      .where("account_id", "=", accountId)
      .where("created_at", "<=", (from) =>
        from
          .selectFrom("webhook_deliveries")
          .where("account_id", "=", accountId)
          .orderBy("created_at", "desc")
          .orderBy("id", "desc")
          .offset(limits.deliveriesKept.most)
          .limit(1)
          .select("created_at"),
      )
      .execute();

  const endpointsOf = (accountId: string): Promise<EndpointRow[]> =>
    db.selectFrom("webhook_endpoints").where("account_id", "=", accountId).selectAll().execute();

  async function publish({ event, accountId, subject, data, webhook, ...rest }: AccountEvent): Promise<void> {
    const endpoints = (await endpointsOf(accountId)).filter((one) => wants(one, event));
    const payload = JSON.stringify({ type: event, timestamp: new Date(clock.now()).toISOString(), data });
    const row = { account_id: accountId, event, subject, payload, about: rest.about ?? subject.replace(/ .*/, "") };
    await put([
      ...endpoints.map((one) => ({
        ...{ ...row, endpoint_id: one.id, url: one.url, named: Number(one.url === webhook) },
        ...(one.status !== "active" && unsent(clock.now())),
      })),
      ...(webhook && !endpoints.some(({ url }) => url === webhook)
        ? [{ ...row, endpoint_id: null, url: webhook, named: 1 }]
        : []),
    ]);
  }

  /** Whether a webhook of the account asks for the event by its name. */
  const isAskedFor = async (accountId: string, event: WebhookEvent): Promise<boolean> =>
    (await endpointsOf(accountId)).some(({ events }) => events !== null && named(events).includes(event));

  return { put, publish, isAskedFor };
}

/** Kept, so that it can be replayed once the webhook is enabled. */
const unsent = (at: number) => ({
  ...{ status: "failed" as const, ended_at: at, attempts: JSON.stringify([{ at, error: "the webhook was disabled" }]) },
});

/** Events that are many, and so are sent only to whoever names them. */
const ONLY_BY_NAME: WebhookEvent[] = ["batch.item"];

const named = (events: string): WebhookEvent[] => JSON.parse(events);

const wants = ({ events }: EndpointRow, event: WebhookEvent): boolean =>
  events === null ? !ONLY_BY_NAME.includes(event) : named(events).includes(event);

/** What signs deliveries to addresses that an account's jobs name themselves. */
export async function accountSecretOf(db: Kysely<Schema>, secrets: SealedSecrets, accountId: string): Promise<string> {
  const person = await db
    .selectFrom("people")
    .where("id", "=", accountId)
    .select("webhook_secret_no")
    .executeTakeFirst();
  return secrets.ofAccount(accountId, person?.webhook_secret_no ?? 0);
}
