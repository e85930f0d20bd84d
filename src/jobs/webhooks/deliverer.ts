import { Webhook } from "standardwebhooks";
import type { Clock } from "../../base/clock.ts";
import { periodicTask } from "../../base/periodic-task.ts";
import { Lanes, type Wanted } from "../../limits/lanes.ts";
import { limits } from "../../limits/limits.ts";
import { shareOf } from "../../limits/shares.ts";
import type { Store } from "../../store/open-store.ts";
import { createPump } from "../pump.ts";
import { createDeliveryLog } from "./delivery-log.ts";
import { createDueDeliveries, type Head, LEASE_MS } from "./due-deliveries.ts";
import type { SealedSecrets } from "./sealed-secrets.ts";
import type { Send, Sent } from "./send.ts";
import { accountSecretOf, type DeliveryRow, type EndpointRow } from "./webhook-store.ts";

/** Events and files are sent in slots of their own, so that neither waits for the other. */
const AT_ONCE = { event: 200, file: 80 };
type Kind = keyof typeof AT_ONCE;
/** An attempt that takes longer waits for its receiver. It leaves its slot to others. */
const HANGS_MS = 2_000;
const TOO_MANY_HANG = `no response within ${HANGS_MS / 1000} seconds, while too many other receivers do not respond`;

export interface DelivererDeps {
  store: Store;
  clock: Clock;
  secrets: SealedSecrets;
  send: Send;
  /** Uploads a file; null if there is nowhere to upload it. */
  sendFile(delivery: DeliveryRow, signal: AbortSignal): Promise<Sent | null>;
  onDisabled(endpoint: EndpointRow, why: string): Promise<void>;
  onFileGivenUp(delivery: DeliveryRow, error: string): Promise<void>;
  onError(error: unknown): void;
}

/** The endpoint. All addresses named by an account's jobs count as one. */
const receiverOf = ({ endpoint_id, account_id }: Head): string => endpoint_id ?? account_id;

const isWanted = (head: Head, { accounts, others, only }: Wanted): boolean =>
  !accounts.includes(head.account_id) &&
  !others.includes(receiverOf(head)) &&
  (only === null || only.includes(head.account_id));

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
  const pumps = [openPump("event", deliver), openPump("file", deliverFile)];

  function openPump(kind: Kind, run: (delivery: DeliveryRow, signal: AbortSignal) => Promise<void>) {
    const lanes = new Lanes(clock, AT_ONCE[kind], {
      ofAnAccount: shareOf(AT_ONCE[kind], limits.deliveriesOfAnAccount.max),
      ofAnother: shareOf(AT_ONCE[kind], limits.deliveriesOfAReceiver.max),
    });
    /** Found and not yet claimed: one query serves several slots. */
    let heads: Head[] = [];
    /** Prefers the account with the fewest deliveries in flight. */
    async function take(wanted: Wanted): Promise<DeliveryRow | undefined> {
      heads = heads.filter((head) => isWanted(head, wanted));
      // First those with nothing in flight: a query returns only so many.
      const idle = { ...wanted, accounts: [...wanted.accounts, ...lanes.holders()] };
      if (heads.length === 0) heads = await due.heads(kind, idle);
      if (heads.length === 0) heads = await due.heads(kind, wanted);
      if (heads.length === 0) return undefined;
      heads.sort((a, b) => lanes.inUse(a.account_id) - lanes.inUse(b.account_id) || a.next_at - b.next_at);
      const delivery = await due.claim(heads.shift()!);
      // Another process may have claimed it; there may be more behind it.
      return delivery ?? take(wanted);
    }
    return createPump<DeliveryRow>({
      lanes,
      take,
      holdersOf: (delivery) => [delivery.account_id, receiverOf(delivery)],
      async run(delivery, hangs) {
        const stop = new AbortController();
        const callOff = clock.after(HANGS_MS, () => hangs() || stop.abort(new Error(TOO_MANY_HANG)));
        await run(delivery, stop.signal).finally(callOff);
      },
      onError,
    });
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

  /** An upload takes longer than a lease. */
  async function deliverFile(delivery: DeliveryRow, signal: AbortSignal): Promise<void> {
    const at = clock.now();
    const renewals = periodicTask({ clock, pauseMs: LEASE_MS / 3, run: () => due.renew(delivery.id), onError });
    renewals.start();
    const sent = await deps.sendFile(delivery, signal).finally(renewals.close);
    if (sent) await record(delivery, undefined, sent, { at, ...sent, headers: {} });
    else await end(delivery, "failed", { at, error: "the destination or its records were deleted" });
  }

  async function deliver(delivery: DeliveryRow, signal: AbortSignal): Promise<void> {
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
    const sent = await send(delivery.url, headers, delivery.payload, signal);
    const { "webhook-signature": _, ...shown } = headers;
    await record(delivery, endpoint, sent, { at, ...sent, headers: shown });
  }

  return {
    wake(): void {
      for (const { wake } of pumps) wake();
    },
    /** Resolves once nothing is in flight. Unsent deliveries are due again when their lease expires. */
    async close(): Promise<void> {
      await Promise.all(pumps.map(async ({ stop }) => (await stop()).ended));
    },
  };
}
