import type { Kysely } from "kysely";
import { whileMember } from "../../accounts/members.ts";
import { hasTopic } from "../../base/chat-messages.ts";
import { maskedAddress } from "../../base/masked-address.ts";
import { WinnowError } from "../../contract/errors.ts";
import { pick } from "../../contract/shapes.ts";
import { usedWithAnother } from "../../contract/used-key.ts";
import { limits } from "../../limits/limits.ts";
import { type PageQuery, pager } from "../../store/pager.ts";
import type { Schema } from "../../store/schema.ts";
import type { WebhookEvent } from "../../words/webhook-events.ts";
import { chatEvents, type WebhookFormat } from "../../words/webhook-formats.ts";
import type { Lane } from "../engine/feeder.ts";
import { insertBounded } from "../insert-bounded.ts";
import { keyedId } from "../keyed-id.ts";
import type { Uses } from "../parts.ts";
import { tooMany } from "../queue-bounds.ts";
import { inTheirName, type WorkOwner } from "../types.ts";
import { type DeliveryView, Webhook, type WebhookView } from "../work-views.ts";
import { deliveryLane } from "./delivery-feed.ts";
import { toDelivery } from "./delivery-view.ts";
import { sendTest } from "./test-delivery.ts";
import { type DeliveryRow, type EndpointRow, readAccountSecret } from "./webhook-store.ts";

const newestDeliveries = pager("deliveries", { created_at: "number", id: "text" });

interface WebhooksDeps extends Uses<"store" | "clock" | "secrets" | "outbox" | "addresses"> {
  feed(lane: Lane): void;
}

interface NewWebhook {
  url: string;
  format?: WebhookFormat;
  events: WebhookEvent[] | null;
  idempotencyKey?: string | null;
}

interface DeliveriesPage extends PageQuery {
  webhookId?: string | null;
  status?: DeliveryView["status"] | null;
}

export function createWebhooks({ store: { db }, clock, secrets, outbox, addresses, feed }: WebhooksDeps) {
  const find = async ({ account }: WorkOwner, id: string): Promise<EndpointRow | undefined> =>
    db
      .selectFrom("webhook_endpoints")
      .where("id", "=", id)
      .where("account_id", "=", account.id)
      .selectAll()
      .executeTakeFirst();

  async function change({ account }: WorkOwner, id: string, values: Partial<EndpointRow>, on = db) {
    const row = await on
      .updateTable("webhook_endpoints")
      .set(values)
      .where("id", "=", id)
      .where("account_id", "=", account.id)
      .returningAll()
      .executeTakeFirst();
    return row ? toView(row) : null;
  }

  /** Where its events are sent, as it is stored and shown. */
  function place(format: WebhookFormat, text: string): Pick<EndpointRow, "format" | "url" | "address"> {
    const url = addresses.check(text);
    if (format === "ntfy" && !hasTopic(url)) throw new WinnowError("bad_request", NO_TOPIC);
    return format === "standard"
      ? { format, url, address: null }
      : { format, url: maskedAddress(url), address: secrets.seal(url) };
  }

  const deliveryOf = (id: string) => db.selectFrom("webhook_deliveries").where("id", "=", id).selectAll();

  return {
    async create(owner: WorkOwner, { url, format = "standard", events, idempotencyKey = null }: NewWebhook) {
      const id = keyedId("webhook", owner.account.id, idempotencyKey);
      const secret = secrets.make(seed(id, idempotencyKey));
      const row: EndpointRow = {
        id,
        account_id: owner.account.id,
        ...place(format, url),
        events: toEvents(format, events),
        secret: secrets.seal(secret),
        previous_secret: null,
        previous_until: null,
        status: "active",
        disabled_reason: null,
        failing_since: null,
        created_at: clock.now(),
        set_by: owner.key.person_id,
      };
      const earlier = await find(owner, id);
      if (earlier) {
        if (earlier.url !== row.url || earlier.format !== row.format || earlier.events !== row.events)
          throw new WinnowError("idempotency_mismatch", usedWithAnother("body"));
        return { ...toView(earlier), secret: secrets.open(earlier.secret) };
      }
      await insertBounded(db, "webhooks", row, owner.key.person_id);
      return { ...toView(row), secret };
    },
    async list({ account }: WorkOwner) {
      const rows = await db
        .selectFrom("webhook_endpoints")
        .where("account_id", "=", account.id)
        .orderBy("created_at")
        .selectAll()
        .execute();
      return rows.map(toView);
    },
    async remove(owner: WorkOwner, id: string) {
      const row = await find(owner, id);
      if (row) await db.deleteFrom("webhook_endpoints").where("id", "=", id).execute();
      return row ? toView(row) : null;
    },
    async change(owner: WorkOwner, id: string, events: WebhookEvent[] | null) {
      const row = await find(owner, id);
      return row ? change(owner, id, { events: toEvents(row.format as WebhookFormat, events) }) : null;
    },
    /** Whoever enables a webhook answers for where it leads. */
    enable: (owner: WorkOwner, id: string) =>
      whileMember(db, { ...inTheirName(owner), needs: "manage" }, (trx) =>
        change(owner, id, { ...ENABLED, set_by: owner.key.person_id }, trx),
      ),
    /** Creates a new secret; the previous one signs alongside it during the overlap. */
    async rotate(owner: WorkOwner, id: string, overlapSeconds: number, idempotencyKey: string | null = null) {
      const row = await find(owner, id);
      if (!row) return null;
      const secret = secrets.make(seed(id, idempotencyKey));
      // Rotating again would end the secret that the receiver still has.
      if (secrets.open(row.secret) === secret) return { ...toView(row), secret };
      const view = await change(owner, id, {
        secret: secrets.seal(secret),
        previous_secret: row.secret,
        previous_until: clock.now() + overlapSeconds * 1000,
      });
      return view && { ...view, secret };
    },
    async test(owner: WorkOwner, id: string, idempotencyKey: string | null = null) {
      const row = await find(owner, id);
      if (!row) return null;
      const payload = outbox.payloadFor(row, "webhook.test", { webhook_id: id });
      const { account_id, url } = row;
      const delivery = { account_id, endpoint_id: id, url, event: "webhook.test", payload } as const;
      return sendTest({ db, clock, outbox }, delivery, idempotencyKey);
    },
    async deliveries({ account }: WorkOwner, { webhookId, status, ...page }: DeliveriesPage) {
      let query = db.selectFrom("webhook_deliveries").where("account_id", "=", account.id);
      if (webhookId) query = query.where("endpoint_id", "=", webhookId);
      if (status) query = query.where("status", "=", status);
      return newestDeliveries.page(query.selectAll(), page, toDelivery);
    },
    async replay({ account }: WorkOwner, id: string) {
      const row = await deliveryOf(id).executeTakeFirst();
      if (row?.account_id !== account.id) return null;
      await refuseManyReplays(db, row, clock.now());
      const now = clock.now();
      await db
        .updateTable("webhook_deliveries")
        .set({ status: "pending", attempt: 0, next_at: now, announced_at: null, ended_at: null })
        .set({ replayed_at: now, replays: row.replays + 1 })
        .where("id", "=", id)
        // Concurrent replays count as one: the others find it already replayed.
        .where("replays", "=", row.replays)
        .execute();
      feed(deliveryLane(row));
      return toDelivery(await deliveryOf(id).executeTakeFirstOrThrow());
    },
    /** The secret that signs deliveries to addresses named by jobs. */
    accountSecret: ({ account }: WorkOwner) => readAccountSecret(db, secrets, account.id),
  };
}

const ENABLED = { status: "active", disabled_reason: null, failing_since: null } as const;
const NO_TOPIC = "The address of an ntfy webhook ends in its topic, such as https://ntfy.example/prices.";

function toEvents(format: WebhookFormat, events: WebhookEvent[] | null): string | null {
  const named = events ?? (format === "standard" ? null : chatEvents);
  return named && JSON.stringify(named);
}

/** A rotation repeated with its Idempotency-Key gives the same secret. */
const seed = (webhookId: string, key: string | null): string | null => key && `${webhookId} ${key}`;

const toView = (row: EndpointRow): WebhookView =>
  pick(Webhook, {
    ...row,
    format: row.format as WebhookFormat,
    events: row.events === null ? null : JSON.parse(row.events),
    previous_secret_until: row.previous_until,
  });

const MINUTE_MS = 60_000;

async function refuseManyReplays(db: Kysely<Schema>, { account_id, replays }: DeliveryRow, now: number): Promise<void> {
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
