import { sql } from "kysely";
import { Webhook } from "standardwebhooks";
import type { Clock } from "../../base/clock.ts";
import { FairSlots } from "../../limits/fair-slots.ts";
import { limits } from "../../limits/limits.ts";
import { shareOf } from "../../limits/shares.ts";
import type { Store } from "../../store/open-store.ts";
import { coalesced } from "../coalesced.ts";
import { laneHeads } from "../lane-heads.ts";
import { createDeliveryLog } from "./delivery-log.ts";
import type { SealedSecrets } from "./sealed-secrets.ts";
import type { Send } from "./send.ts";
import { accountSecretOf, type DeliveryRow, type EndpointRow } from "./webhook-store.ts";

const MINUTE = 60_000;
/** A process that dies while it sends: another sends again after this. */
const LEASE_MS = MINUTE;
const AT_ONCE = 20;
/** Accounts and receivers that one look considers. */
const CONSIDERED = 100;
export interface DelivererParts {
  store: Store;
  clock: Clock;
  secrets: SealedSecrets;
  send: Send;
  onDisabled(endpoint: EndpointRow, why: string): Promise<void>;
  onError(error: unknown): void;
}

type Head = Pick<DeliveryRow, "id" | "account_id" | "attempt" | "next_at">;

/** An endpoint; all addresses that an account's jobs name themselves count as one. */
const receiverOf = ({ endpoint_id, account_id }: DeliveryRow): string => endpoint_id ?? account_id;

/**
 * Sends what is due, side by side, and writes down what came of it. At least once: the receiver tells repeats by `webhook-id`.
 * A slot is filled again as soon as it is free, and each account has its share of them: a receiver that hangs costs only
 * its owner.
 */
export function createDeliverer({ store: { db }, clock, secrets, send, onDisabled, onError }: DelivererParts) {
  const { record, end } = createDeliveryLog({ db, clock, onDisabled });
  const slots = new FairSlots(AT_ONCE, {
    ofAnAccount: shareOf(AT_ONCE, limits.deliveriesOfAnAccount.most),
    ofAnother: shareOf(AT_ONCE, limits.deliveriesOfAReceiver.most),
  });
  const inFlight = new Set<Promise<void>>();
  let closed = false;
  let pumping: Promise<void> = Promise.resolve();

  const pump = coalesced(async () => {
    while (slots.free > 0 && !closed) {
      const delivery = await takeNext();
      if (!delivery) return;
      start(delivery);
    }
  });

  function wake(): void {
    if (!closed) pumping = pump().catch(onError);
  }

  function start(delivery: DeliveryRow): void {
    const leave = slots.enter(delivery.account_id, receiverOf(delivery));
    const sending = deliver(delivery)
      .catch(onError)
      .finally(() => {
        leave();
        inFlight.delete(sending);
        wake();
      });
    inFlight.add(sending);
  }

  /** Of the accounts that have room, the one with the fewest under way is next. */
  async function takeNext(): Promise<DeliveryRow | undefined> {
    const heads = await dueHeads();
    heads.sort((a, b) => slots.inUse(a.account_id) - slots.inUse(b.account_id) || a.next_at - b.next_at);
    for (const head of heads) {
      const delivery = await claim(head);
      if (delivery && !(await waitsForEarlier(delivery))) return delivery;
    }
    // All of them went to other processes in this moment: there may be more behind them.
    return heads.length > 0 ? takeNext() : undefined;
  }

  /** The oldest that is due of each receiver that has room. */
  function dueHeads(): Promise<Head[]> {
    const { accounts, others } = slots.full;
    const column = (row: string, name: string) => sql.ref<string>(`${row}.${name}`);
    let heads = db
      .withRecursive("heads(id)", () =>
        laneHeads({
          table: "webhook_deliveries",
          lane: (row) => [column(row, "account_id"), sql<string>`coalesce(${column(row, "endpoint_id")}, '')`],
          order: (row) => column(row, "next_at"),
          isDue: (row) =>
            sql`${column(row, "status")} = ${sql.lit("pending")} and ${column(row, "next_at")} <= ${clock.now()}`,
        }),
      )
      .selectFrom("heads")
      .innerJoin("webhook_deliveries as due", "due.id", "heads.id")
      .orderBy("due.next_at")
      .limit(CONSIDERED)
      .select(["due.id", "due.account_id", "due.attempt", "due.next_at"]);
    if (accounts.length > 0) heads = heads.where("due.account_id", "not in", accounts);
    if (others.length > 0) {
      heads = heads.where(({ fn }) => fn.coalesce("due.endpoint_id", "due.account_id"), "not in", others);
    }
    return heads.execute();
  }

  /** Ours for a while, unless another process was faster; as it was before this try. */
  async function claim({ id, attempt, next_at }: Head): Promise<DeliveryRow | undefined> {
    const claimed = await db
      .updateTable("webhook_deliveries")
      .set({ next_at: clock.now() + LEASE_MS, attempt: attempt + 1 })
      .where("id", "=", id)
      .where("status", "=", "pending")
      .where("attempt", "=", attempt)
      .where("next_at", "=", next_at)
      .returningAll()
      .executeTakeFirst();
    return claimed && { ...claimed, attempt };
  }

  /** Whether an earlier one about the same thing has not come to its end: then this one waits, and is let go by it. */
  async function waitsForEarlier({ id, about, url, created_at, attempt }: DeliveryRow): Promise<boolean> {
    if (about === null) return false;
    const earlier = await db
      .selectFrom("webhook_deliveries")
      .where("about", "=", about)
      .where("url", "=", url)
      .where("status", "=", sql.lit("pending"))
      .where("created_at", "<", created_at)
      .orderBy("created_at")
      .select("next_at")
      .executeTakeFirst();
    if (!earlier) return false;
    await db
      .updateTable("webhook_deliveries")
      .set({ next_at: Math.max(earlier.next_at, clock.now()) + 1, attempt })
      .where("id", "=", id)
      .execute();
    return true;
  }

  /** An address that is both a webhook's and a job's own is signed with the secrets of both. */
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

  async function deliver(delivery: DeliveryRow): Promise<void> {
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
    wake,
    /** Resolves once nothing is under way; what is not sent is due again when its lease is over. */
    async close(): Promise<void> {
      closed = true;
      await pumping;
      await Promise.all(inFlight);
    },
  };
}
