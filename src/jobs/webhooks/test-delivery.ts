import type { Kysely } from "kysely";
import type { Clock } from "../../base/clock.ts";
import { limits } from "../../limits/limits.ts";
import type { Schema } from "../../store/schema.ts";
import { keyedId } from "../keyed-id.ts";
import { tooMany } from "../queue-bounds.ts";
import type { DeliveryView } from "../work-views.ts";
import { toDelivery } from "./delivery-view.ts";
import type { DeliveryRow, Outbox } from "./webhook-store.ts";

const MINUTE_MS = 60_000;
const TESTS = ["webhook.test", "file.test"] as const;

type Test = Pick<DeliveryRow, "account_id" | "url" | "payload"> & {
  /** The webhook or the destination. */
  endpoint_id: string;
  event: (typeof TESTS)[number];
  kind?: "file";
};

interface Deps {
  db: Kysely<Schema>;
  clock: Clock;
  outbox: Outbox;
}

/** Sends what an owner tries a webhook or a destination with; the same key sends it only once. */
export async function sendTest({ db, clock, outbox }: Deps, test: Test, key: string | null): Promise<DeliveryView> {
  const subject = keyedId("test", test.endpoint_id, key);
  const sent = db.selectFrom("webhook_deliveries").where("subject", "=", subject).selectAll();
  const earlier = await sent.executeTakeFirst();
  if (earlier) return toDelivery(earlier);
  await refuseMany(db, test.account_id, clock.now());
  await outbox.put([{ ...test, subject }]);
  return toDelivery(await sent.executeTakeFirstOrThrow());
}

/** Prevents callers from flooding an address through Winnow: it may be anyone's. */
async function refuseMany(db: Kysely<Schema>, accountId: string, now: number): Promise<void> {
  const { max } = limits.webhookTestsAMinute;
  const tests = db.selectFrom("webhook_deliveries").where("account_id", "=", accountId).where("event", "in", TESTS);
  const late = await tests
    .where("created_at", ">", now - MINUTE_MS)
    .select("id")
    .limit(max)
    .execute();
  if (late.length >= max) throw tooMany(`You can test webhooks and destinations at most ${max} times a minute.`);
}
