import type { Kysely } from "kysely";
import { WinnowError } from "../../contract/errors.ts";
import { limits } from "../../limits/limits.ts";
import type { Schema } from "../../store/schema.ts";
import type { DeliveryRow } from "./webhook-store.ts";

const MINUTE_MS = 60_000;

/** Prevents callers from flooding an address through Winnow: it may be anyone's. */
export async function refuseManyTests(db: Kysely<Schema>, accountId: string, now: number): Promise<void> {
  const late = await db
    .selectFrom("webhook_deliveries")
    .where("account_id", "=", accountId)
    .where("event", "=", "webhook.test")
    .where("created_at", ">", now - MINUTE_MS)
    .select("id")
    .limit(limits.webhookTestsAMinute.most)
    .execute();
  if (late.length < limits.webhookTestsAMinute.most) return;
  throw tooMany(`You can test webhooks at most ${limits.webhookTestsAMinute.most} times a minute.`);
}

export async function refuseManyReplays(
  db: Kysely<Schema>,
  { account_id, replays }: DeliveryRow,
  now: number,
): Promise<void> {
  const { replaysAMinute, replaysOfADelivery } = limits;
  if (replays >= replaysOfADelivery.most) {
    throw tooMany(
      `This delivery was replayed ${replays} times, which is the maximum. Fetch the job or batch instead.`,
      86_400,
    );
  }
  const late = await db
    .selectFrom("webhook_deliveries")
    .where("account_id", "=", account_id)
    .where("replayed_at", ">", now - MINUTE_MS)
    .select("id")
    .limit(replaysAMinute.most)
    .execute();
  if (late.length < replaysAMinute.most) return;
  throw tooMany(`You can replay at most ${replaysAMinute.most} deliveries a minute.`);
}

const tooMany = (words: string, seconds = 60): WinnowError =>
  new WinnowError("rate_limited", words, { headers: { "retry-after": String(seconds) } });
