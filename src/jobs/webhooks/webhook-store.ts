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

export interface Happening {
  event: WebhookEvent;
  accountId: string;
  /** What it is about: nobody is told of the same thing twice. */
  subject: string;
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

  async function put(
    rows: Array<
      Pick<DeliveryRow, "account_id" | "endpoint_id" | "url" | "event" | "subject" | "payload"> &
        Partial<Pick<DeliveryRow, "status" | "ended_at" | "attempts">>
    >,
  ) {
    if (rows.length === 0) return;
    const now = clock.now();
    await db
      .insertInto("webhook_deliveries")
      .values(
        rows.map((row) => ({ id: `msg_${randomUUID()}`, status: "pending", next_at: now, created_at: now, ...row })),
      )
      .onConflict((conflict) => conflict.columns(["url", "event", "subject"]).doNothing())
      .execute();
    puts += 1;
    if (puts % PUTS_A_LOOK === 0) await deleteOldest(rows[0]!.account_id);
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

  async function tell({ event, accountId, subject, data, webhook }: Happening): Promise<void> {
    const endpoints = await db
      .selectFrom("webhook_endpoints")
      .where("account_id", "=", accountId)
      .selectAll()
      .execute();
    const payload = JSON.stringify({ type: event, timestamp: new Date(clock.now()).toISOString(), data });
    const about = { account_id: accountId, event, subject, payload };
    await put([
      ...endpoints
        .filter((one) => wants(one, event))
        .map((one) => ({
          ...about,
          endpoint_id: one.id,
          url: one.url,
          ...(one.status !== "active" && unsent(clock.now())),
        })),
      ...(webhook ? [{ ...about, endpoint_id: null, url: webhook }] : []),
    ]);
  }

  return { put, tell };
}

/** Kept, so that it can be replayed once the webhook is enabled. */
const unsent = (at: number) => ({
  ...{ status: "failed", ended_at: at, attempts: JSON.stringify([{ at, error: "the webhook was disabled" }]) },
});

const wants = ({ events }: EndpointRow, event: string): boolean =>
  events === null || (JSON.parse(events) as string[]).includes(event);

/** What signs deliveries to addresses that an account's jobs name themselves. */
export async function accountSecretOf(db: Kysely<Schema>, secrets: SealedSecrets, accountId: string): Promise<string> {
  const person = await db
    .selectFrom("people")
    .where("id", "=", accountId)
    .select("webhook_secret_no")
    .executeTakeFirst();
  return secrets.ofAccount(accountId, person?.webhook_secret_no ?? 0);
}
