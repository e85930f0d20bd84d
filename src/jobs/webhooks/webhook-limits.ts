import type { Kysely } from "kysely";
import { limits } from "../../limits/limits.ts";
import type { Schema } from "../../store/schema.ts";
import { tooMany } from "../too-many.ts";
import type { DeliveryRow } from "./webhook-store.ts";

const MINUTE_MS = 60_000;

/** Prevents callers from flooding an address through Winnow: it may be anyone's. */
export async function refuseManyTests(db: Kysely<Schema>, accountId: string, now: number): Promise<void> {
  const { max } = limits.webhookTestsAMinute;
  const tests = db
    .selectFrom("webhook_deliveries")
    .where("account_id", "=", accountId)
    .where("event", "=", "webhook.test");
  const late = await tests
    .where("created_at", ">", now - MINUTE_MS)
    .select("id")
    .limit(max)
    .execute();
  if (late.length >= max) throw tooMany(`You can test webhooks at most ${max} times a minute.`);
}

export async function refuseManyReplays(
  db: Kysely<Schema>,
  { account_id, replays }: DeliveryRow,
  now: number,
): Promise<void> {
  if (replays >= limits.replaysOfADelivery.max) {
    const words = `This delivery was replayed ${replays} times, which is the maximum. Fetch the job or batch instead.`;
    throw tooMany(words, 86_400);
  }
  const { max } = limits.replaysAMinute;
  const mine = db.selectFrom("webhook_deliveries").where("account_id", "=", account_id);
  const late = await mine
    .where("replayed_at", ">", now - MINUTE_MS)
    .select("id")
    .limit(max)
    .execute();
  if (late.length >= max) throw tooMany(`You can replay at most ${max} deliveries a minute.`);
}
