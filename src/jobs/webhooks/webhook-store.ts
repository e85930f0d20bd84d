import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { chatBody } from "../../base/chat-messages.ts";
import type { Clock } from "../../base/clock.ts";
import { limits } from "../../limits/limits.ts";
import type { Store } from "../../store/open-store.ts";
import { ownerId } from "../../store/practice-id.ts";
import { keepNewest } from "../../store/row-changes.ts";
import type { Row, Schema } from "../../store/schema.ts";
import type { WebhookEvent } from "../../words/webhook-events.ts";
import type { ChatFormat } from "../../words/webhook-formats.ts";
import type { Lane } from "../engine/feeder.ts";
import { chatMessage } from "./chat-events.ts";
import { deliveryLane } from "./delivery-feed.ts";
import type { SealedSecrets } from "./sealed-secrets.ts";

export type EndpointRow = Row<"webhook_endpoints">;
export type DeliveryRow = Row<"webhook_deliveries">;

export interface AccountEvent {
  event: WebhookEvent;
  accountId: string;
  /** Deduplicates events. Its first word is the id of the thing concerned, unless `about` is given. */
  subject: string;
  /** The job, batch or schedule concerned. Its receiver gets its events in order. */
  about?: string;
  data: unknown;
  /** An extra address of this job, batch or schedule, besides the account's endpoints. */
  webhook?: string | null;
  /** Where programs get one event each, people get one message about all. By default both get this one. */
  to?: "programs" | "people";
}

/** Puts between checks for surplus deliveries: an account with more events is checked more often. */
const PUTS_A_LOOK = 50;

export type Outbox = ReturnType<typeof createOutbox>;

/** Turns events into deliveries. Publishing the same event again has no effect. */
export function createOutbox({ db }: Store, clock: Clock, publicUrl: string, feed: (...lanes: Lane[]) => void) {
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
    // Unique times, because they define the order.
    lastAt = Math.max(now, lastAt + 1);
    const made = { status: "pending" as const, next_at: now, created_at: lastAt };
    await db
      .insertInto("webhook_deliveries")
      .values(rows.map((row) => ({ id: `msg_${randomUUID()}`, ...made, ...row })))
      .onConflict((conflict) => conflict.columns(["url", "event", "subject"]).doNothing())
      .execute();
    feed(...rows.map((row) => deliveryLane({ kind: "event", ...row })));
    puts += 1;
    if (puts % PUTS_A_LOOK !== 0) return;
    const of = { account_id: first.account_id };
    await keepNewest(db, "webhook_deliveries", { of, by: "created_at", max: limits.deliveriesKept.max });
  }

  const endpointsOf = (accountId: string): Promise<EndpointRow[]> =>
    db.selectFrom("webhook_endpoints").where("account_id", "=", accountId).selectAll().execute();

  async function publish({ event, accountId, subject, data, webhook, to, ...rest }: AccountEvent): Promise<void> {
    const endpoints = (await endpointsOf(accountId)).filter(
      (one) => wants(one, event) && (to === undefined || isChat(one) === (to === "people")),
    );
    const row = { account_id: accountId, event, subject, about: rest.about ?? subject.replace(/ .*/, "") };
    await put([
      ...endpoints.map((one) => ({
        ...row,
        endpoint_id: one.id,
        url: one.url,
        payload: payloadFor(one, event, data),
        named: Number(one.url === webhook),
        ...(one.status !== "active" && unsent(clock.now())),
      })),
      ...(webhook && to !== "people" && !endpoints.some(({ url }) => url === webhook)
        ? [
            {
              ...row,
              endpoint_id: null,
              url: webhook,
              payload: payloadFor({ format: "standard", account_id: accountId }, event, data),
              named: 1,
            },
          ]
        : []),
    ]);
  }

  /** Whether a webhook of the account subscribes to the event by name. */
  const hasSubscriber = async (accountId: string, event: WebhookEvent): Promise<boolean> =>
    (await endpointsOf(accountId)).some(({ events }) => events !== null && named(events).includes(event));

  /** What an endpoint of this format is sent about an event. */
  const payloadFor = ({ format, account_id }: Receiver, event: WebhookEvent | "webhook.test", data: unknown): string =>
    JSON.stringify(
      format === "standard"
        ? { type: event, timestamp: new Date(clock.now()).toISOString(), data }
        : chatBody(format as ChatFormat, chatMessage(event, data, publicUrl, account_id)),
    );

  return { put, publish, payloadFor, hasSubscriber };
}

type Receiver = Pick<EndpointRow, "format" | "account_id">;

/** Stored, so that it can be replayed once the webhook is enabled. */
const unsent = (at: number) => ({
  status: "failed" as const,
  ended_at: at,
  attempts: JSON.stringify([{ at, error: "the webhook was disabled" }]),
});

/** Frequent events, sent only to webhooks that name them. */
const ONLY_BY_NAME: WebhookEvent[] = ["batch.item"];

const isChat = ({ format }: EndpointRow): boolean => format !== "standard";

const named = (events: string): WebhookEvent[] => JSON.parse(events);

const wants = ({ events }: EndpointRow, event: WebhookEvent): boolean =>
  events === null ? !ONLY_BY_NAME.includes(event) : named(events).includes(event);

/** Returns the secret that signs deliveries to addresses named by an account's jobs. */
export async function readAccountSecret(
  db: Kysely<Schema>,
  secrets: SealedSecrets,
  accountId: string,
): Promise<string> {
  const account = await db
    .selectFrom("accounts")
    .where("id", "=", ownerId(accountId))
    .select("webhook_secret_no")
    .executeTakeFirst();
  return secrets.ofAccount(accountId, account?.webhook_secret_no ?? 0);
}
