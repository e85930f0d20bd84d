import { Webhook } from "standardwebhooks";
import type { Clock } from "../../clock.ts";
import type { Store } from "../../store/open-store.ts";
import type { SealedSecrets } from "./sealed-secrets.ts";
import type { Send, Sent } from "./send.ts";
import type { DeliveryRow, EndpointRow } from "./webhook-store.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Waits between tries: they add up to a day. */
const BACKOFF_MS = [5_000, 30_000, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 8 * HOUR];
/** A process that dies while it sends: another sends again after this. */
const LEASE_MS = MINUTE;
const DISABLE_AFTER_MS = 3 * 24 * HOUR;
const AT_ONCE = 20;
/** What a log of tries keeps. */
const LOGGED_TRIES = 20;

export interface DelivererParts {
  store: Store;
  clock: Clock;
  secrets: SealedSecrets;
  send: Send;
  onDisabled(endpoint: EndpointRow, why: string): Promise<void>;
}

/** Sends what is due, and writes down what came of it. At least once: the receiver tells repeats by `webhook-id`. */
export function createDeliverer({ store: { db }, clock, secrets, send, onDisabled }: DelivererParts) {
  /** Ours for a while, unless another process was faster. */
  async function claim(delivery: DeliveryRow): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable("webhook_deliveries")
      .set({ next_at: clock.now() + LEASE_MS, attempt: delivery.attempt + 1 })
      .where("id", "=", delivery.id)
      .where("status", "=", "pending")
      .where("attempt", "=", delivery.attempt)
      .where("next_at", "=", delivery.next_at)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  function signatures(delivery: DeliveryRow, endpoint: EndpointRow | undefined, at: number): string {
    const current = endpoint ? secrets.open(endpoint.secret) : secrets.ofAccount(delivery.account_id);
    const previous =
      endpoint?.previous_secret && (endpoint.previous_until ?? 0) > at ? secrets.open(endpoint.previous_secret) : null;
    return [current, previous]
      .filter((secret) => secret !== null)
      .map((secret) => new Webhook(secret).sign(delivery.id, new Date(at), delivery.payload))
      .join(" ");
  }

  async function deliver(delivery: DeliveryRow): Promise<void> {
    if (!(await claim(delivery))) return;
    const endpoint =
      delivery.endpoint_id === null
        ? undefined
        : await db
            .selectFrom("webhook_endpoints")
            .where("id", "=", delivery.endpoint_id)
            .selectAll()
            .executeTakeFirst();
    if (delivery.endpoint_id !== null && endpoint?.status !== "active") {
      return end(delivery, "failed", { at: clock.now(), error: "the endpoint was deleted or disabled" });
    }
    const at = clock.now();
    const headers = {
      "content-type": "application/json",
      "user-agent": "Winnow-Webhooks/1",
      "webhook-id": delivery.id,
      "webhook-timestamp": String(Math.floor(at / 1000)),
      "webhook-signature": signatures(delivery, endpoint, at),
    };
    const sent = await send(delivery.url, headers, delivery.payload);
    const { "webhook-signature": _, ...shown } = headers;
    await record(delivery, endpoint, sent, { at, ...sent, headers: shown });
  }

  async function record(
    delivery: DeliveryRow,
    endpoint: EndpointRow | undefined,
    sent: Sent,
    entry: { at: number; headers: object },
  ) {
    if (sent.error === null) {
      await end(delivery, "delivered", entry);
      if (endpoint && endpoint.failing_since !== null) await setFailing(endpoint.id, null);
      return;
    }
    const wait = BACKOFF_MS[delivery.attempt];
    if (wait === undefined) await end(delivery, "failed", entry);
    else {
      await db
        .updateTable("webhook_deliveries")
        .set({ next_at: clock.now() + wait, attempts: logged(delivery, entry) })
        .where("id", "=", delivery.id)
        .execute();
    }
    if (endpoint) await noteFailure(endpoint, sent.error, entry.at);
  }

  const setFailing = (id: string, since: number | null) =>
    db.updateTable("webhook_endpoints").set({ failing_since: since }).where("id", "=", id).execute();

  /** By when the try began: an answer may take long to come, and to be written. */
  async function noteFailure(endpoint: EndpointRow, error: string, at: number): Promise<void> {
    if (endpoint.failing_since === null) {
      await setFailing(endpoint.id, at);
      return;
    }
    if (at - endpoint.failing_since < DISABLE_AFTER_MS) return;
    const why = `It has failed for three days; last: ${error}.`;
    const { numUpdatedRows } = await db
      .updateTable("webhook_endpoints")
      .set({ status: "disabled", disabled_reason: why })
      .where("id", "=", endpoint.id)
      .where("status", "=", "active")
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await onDisabled(endpoint, why);
  }

  const end = async (delivery: DeliveryRow, status: "delivered" | "failed", entry: object): Promise<void> => {
    await db
      .updateTable("webhook_deliveries")
      .set({ status, ended_at: clock.now(), attempts: logged(delivery, entry) })
      .where("id", "=", delivery.id)
      .execute();
  };

  const logged = ({ attempts }: DeliveryRow, entry: object): string =>
    JSON.stringify([...(JSON.parse(attempts) as object[]), entry].slice(-LOGGED_TRIES));

  /** Sends all that is due now. */
  return async function deliverDue(): Promise<void> {
    for (;;) {
      const due = await db
        .selectFrom("webhook_deliveries")
        .where("status", "=", "pending")
        .where("next_at", "<=", clock.now())
        .orderBy("next_at")
        .limit(AT_ONCE)
        .selectAll()
        .execute();
      await Promise.all(due.map(deliver));
      if (due.length < AT_ONCE) return;
    }
  };
}
