import { Webhook } from "standardwebhooks";
import type { Clock } from "../../base/clock.ts";
import { FairSlots } from "../../limits/fair-slots.ts";
import { limits } from "../../limits/limits.ts";
import { shareOf } from "../../limits/shares.ts";
import type { Store } from "../../store/open-store.ts";
import { createPump } from "../pump.ts";
import { createDeliveryLog } from "./delivery-log.ts";
import { createDueDeliveries, LEASE_MS } from "./due-deliveries.ts";
import type { SealedSecrets } from "./sealed-secrets.ts";
import { PUT_TIMEOUT_MS, type Send, type Sent } from "./send.ts";
import { accountSecretOf, type DeliveryRow, type EndpointRow } from "./webhook-store.ts";

const AT_ONCE = 20;
export interface DelivererDeps {
  store: Store;
  clock: Clock;
  secrets: SealedSecrets;
  send: Send;
  /** Uploads a file; null if there is nowhere to upload it. */
  sendFile(delivery: DeliveryRow): Promise<Sent | null>;
  onDisabled(endpoint: EndpointRow, why: string): Promise<void>;
  onFileGivenUp(delivery: DeliveryRow, error: string): Promise<void>;
  onError(error: unknown): void;
}

/** The endpoint. All addresses named by an account's jobs count as one. */
const receiverOf = ({ endpoint_id, account_id }: DeliveryRow): string => endpoint_id ?? account_id;

/**
 * Sends due deliveries concurrently and records the outcome. At least once: receivers recognise repeats by `webhook-id`. A
 * slot is refilled as soon as it is free, and each account has a share of the slots, so that a receiver that hangs delays
 * only its owner.
 */
export function createDeliverer(deps: DelivererDeps) {
  const { clock, secrets, send, onError } = deps;
  const { db } = deps.store;
  const due = createDueDeliveries(db, clock);
  const { record, end } = createDeliveryLog({ db, ...deps });
  const slots = new FairSlots(AT_ONCE, {
    ofAnAccount: shareOf(AT_ONCE, limits.deliveriesOfAnAccount.most),
    ofAnother: shareOf(AT_ONCE, limits.deliveriesOfAReceiver.most),
  });
  const pump = createPump<DeliveryRow>({
    slots,
    take,
    holdersOf: (delivery) => [delivery.account_id, receiverOf(delivery)],
    run: deliver,
    onError,
  });

  /** Prefers the account with the fewest deliveries in flight. */
  async function take(full: FairSlots["full"]): Promise<DeliveryRow | undefined> {
    const heads = await due.heads(full);
    heads.sort((a, b) => slots.inUse(a.account_id) - slots.inUse(b.account_id) || a.next_at - b.next_at);
    for (const head of heads) {
      const delivery = await due.claim(head);
      if (delivery) return delivery;
    }
    // Other processes have just claimed them all; there may be more behind them.
    return heads.length > 0 ? take(slots.full) : undefined;
  }

  /** An address that is both a webhook's and a job's own is signed with both secrets. */
  async function signatures(delivery: DeliveryRow, endpoint: EndpointRow | undefined, at: number): Promise<string> {
    const { account_id, url, named } = delivery;
    const of = endpoint ?? (await endpointWhere("url", url, account_id));
    const previous = of?.previous_secret && (of.previous_until ?? 0) > at ? secrets.open(of.previous_secret) : null;
    const own = !endpoint || named === 1 ? await accountSecretOf(db, secrets, account_id) : null;
    return [own, of ? secrets.open(of.secret) : null, previous]
      .filter((secret) => secret !== null)
      .map((secret) => new Webhook(secret).sign(delivery.id, new Date(at), delivery.payload))
      .join(" ");
  }

  const endpointWhere = (column: "id" | "url", value: string, accountId: string): Promise<EndpointRow | undefined> =>
    db
      .selectFrom("webhook_endpoints")
      .where("account_id", "=", accountId)
      .where(column, "=", value)
      .selectAll()
      .executeTakeFirst();

  async function deliverFile(delivery: DeliveryRow): Promise<void> {
    const at = clock.now();
    await db
      .updateTable("webhook_deliveries")
      .set({ next_at: at + PUT_TIMEOUT_MS + LEASE_MS })
      .where("id", "=", delivery.id)
      .execute();
    const sent = await deps.sendFile(delivery);
    if (sent) await record(delivery, undefined, sent, { at, ...sent, headers: {} });
    else await end(delivery, "failed", { at, error: "the destination or its records were deleted" });
  }

  async function deliver(delivery: DeliveryRow): Promise<void> {
    if (delivery.kind === "file") return deliverFile(delivery);
    const { endpoint_id, account_id } = delivery;
    const endpoint = endpoint_id === null ? undefined : await endpointWhere("id", endpoint_id, account_id);
    if (endpoint_id !== null && endpoint?.status !== "active") {
      return end(delivery, "failed", { at: clock.now(), error: "the endpoint was deleted or disabled" });
    }
    const at = clock.now();
    const headers = {
      "content-type": "application/json",
      "user-agent": "Winnow-Webhooks/1",
      "webhook-id": delivery.id,
      "webhook-timestamp": String(Math.floor(at / 1000)),
      "webhook-signature": await signatures(delivery, endpoint, at),
    };
    const sent = await send(delivery.url, headers, delivery.payload);
    const { "webhook-signature": _, ...shown } = headers;
    await record(delivery, endpoint, sent, { at, ...sent, headers: shown });
  }

  return {
    wake: pump.wake,
    /** Resolves once nothing is in flight. Unsent deliveries are due again when their lease expires. */
    async close(): Promise<void> {
      await (await pump.stop()).ended;
    },
  };
}
