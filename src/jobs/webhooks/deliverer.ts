import { type Kysely, sql } from "kysely";
import { Webhook } from "standardwebhooks";
import { mailOwner } from "../../accounts/account-row.ts";
import { backoff } from "../../base/backoff.ts";
import { chatRequest } from "../../base/chat-messages.ts";
import type { Clock } from "../../base/clock.ts";
import { Lanes } from "../../limits/lanes.ts";
import { limits } from "../../limits/limits.ts";
import { shareOf } from "../../limits/shares.ts";
import { HandedOver } from "../../service/operation-call.ts";
import { changesRow } from "../../store/row-changes.ts";
import type { Schema } from "../../store/schema.ts";
import type { ChatFormat } from "../../words/webhook-formats.ts";
import type { Lane } from "../engine/feeder.ts";
import { createPump } from "../engine/pump.ts";
import type { WorkEngine } from "../engine/work-engine.ts";
import type { Uses } from "../parts.ts";
import { AT_ONCE, type DeliveryQueue, deliveryLane } from "./delivery-feed.ts";
import type { createSender, Sent } from "./send.ts";
import { type DeliveryRow, type EndpointRow, readAccountSecret } from "./webhook-store.ts";

/** An attempt that takes longer waits for its receiver. It leaves its slot to others. */
const HANGS_MS = 2_000;
const TOO_MANY_HANG = `no response within ${HANGS_MS / 1000} seconds, while too many other receivers do not respond`;

const KEEP_DELIVERIES_MS = 30 * 86_400_000;
/** Pause after an attempt that failed for a reason of our own. */
const RETRY_MS = 60_000;

interface DelivererDeps extends Uses<"store" | "clock" | "secrets" | "onError"> {
  engine: WorkEngine;
  /** Called when an attempt is over: the next delivery to its receiver may start. */
  feed(lane: Lane): void;
  sender: ReturnType<typeof createSender>;
  /** Uploads a file; null if there is nowhere to upload it. */
  sendFile(delivery: DeliveryRow, signal: AbortSignal): Promise<Sent | null>;
}

/**
 * Sends the deliveries that the engine hands out and records the outcome. At least once: receivers recognise repeats by
 * `webhook-id`. Each account has a share of the slots, so that a receiver that hangs delays only its owner.
 */
export function createDeliverer(deps: DelivererDeps) {
  const { engine, feed, clock, secrets, sender, onError } = deps;
  const { db } = deps.store;
  const { record, end } = createDeliveryLog(db, clock);
  const pumps = { webhooks: openPump("webhooks", deliver), files: openPump("files", deliverFile) };

  function openPump(queue: DeliveryQueue, sendOne: (delivery: DeliveryRow, signal: AbortSignal) => Promise<unknown>) {
    const slots = AT_ONCE[queue];
    const share = { ofAnAccount: shareOf(slots, limits.deliveriesOfAnAccount.max), ofAnother: slots };
    return createPump({
      engine,
      clock,
      lanes: new Lanes(clock, slots, share),
      async run({ id }, signal, hangs) {
        const delivery = await begin(id);
        if (!delivery) return;
        const stop = new AbortController();
        const callOff = clock.after(HANGS_MS, () => hangs() || stop.abort(new Error(TOO_MANY_HANG)));
        try {
          await sendOne(delivery, AbortSignal.any([signal, stop.signal]));
        } catch (error) {
          if (!signal.aborted) onError(error);
          await set(id, { announced_at: null, next_at: clock.now() + (signal.aborted ? 0 : RETRY_MS) });
        } finally {
          callOff();
          feed(deliveryLane(delivery));
        }
      },
      onError,
    });
  }

  const set = (id: string, change: Partial<DeliveryRow>) =>
    db.updateTable("webhook_deliveries").set(change).where("id", "=", id).where("status", "=", "pending").execute();

  /** Counts the attempt. Undefined if the delivery has ended or waits; otherwise as it was before this attempt. */
  async function begin(id: string): Promise<DeliveryRow | undefined> {
    const begun = await db
      .updateTable("webhook_deliveries")
      .set({ attempt: sql<number>`attempt + 1` })
      .where("id", "=", id)
      .where("status", "=", "pending")
      .where("next_at", "<=", clock.now())
      .returningAll()
      .executeTakeFirst();
    if (!begun) await set(id, { announced_at: null });
    return begun && { ...begun, attempt: begun.attempt - 1 };
  }

  /** An address that is both a webhook's and a job's own is signed with both secrets. */
  async function signatures(
    delivery: DeliveryRow,
    endpoint: EndpointRow | undefined,
    body: string,
    at: number,
  ): Promise<string> {
    const { account_id, url, named } = delivery;
    const of = endpoint ?? (await endpointWhere("url", url, account_id));
    const previous = of?.previous_secret && (of.previous_until ?? 0) > at ? secrets.open(of.previous_secret) : null;
    const own = !endpoint || named === 1 ? await readAccountSecret(db, secrets, account_id) : null;
    return [own, of ? secrets.open(of.secret) : null, previous]
      .filter((secret) => secret !== null)
      .map((secret) => new Webhook(secret).sign(delivery.id, new Date(at), body))
      .join(" ");
  }

  const endpointWhere = (column: "id" | "url", value: string, accountId: string): Promise<EndpointRow | undefined> =>
    db
      .selectFrom("webhook_endpoints")
      .where("account_id", "=", accountId)
      .where(column, "=", value)
      .selectAll()
      .executeTakeFirst();

  async function deliverFile(delivery: DeliveryRow, signal: AbortSignal): Promise<void> {
    const at = clock.now();
    const sent = await deps.sendFile(delivery, signal);
    leaveIfHandedOver(signal);
    if (sent) await record(delivery, undefined, sent, { at, ...sent, headers: {} });
    else await end(delivery, "failed", { at, error: "the destination or its records were deleted" });
  }

  async function deliver(delivery: DeliveryRow, signal: AbortSignal): Promise<unknown> {
    const { endpoint_id, account_id } = delivery;
    const endpoint = endpoint_id === null ? undefined : await endpointWhere("id", endpoint_id, account_id);
    if (endpoint_id !== null && endpoint?.status !== "active") {
      return end(delivery, "failed", { at: clock.now(), error: "the endpoint was deleted or disabled" });
    }
    const address = endpoint?.address ? secrets.open(endpoint.address) : null;
    const { url, body } =
      address && endpoint
        ? chatRequest(endpoint.format as ChatFormat, address, JSON.parse(delivery.payload))
        : { url: delivery.url, body: delivery.payload };
    const at = clock.now();
    const headers = {
      "content-type": "application/json",
      "user-agent": "Winnow-Webhooks/1",
      "webhook-id": delivery.id,
      "webhook-timestamp": String(Math.floor(at / 1000)),
      "webhook-signature": await signatures(delivery, endpoint, body, at),
    };
    const answered = await sender.send(url, headers, body, signal);
    const sent = address ? { ...answered, answer: withoutAddress(answered.answer, address) } : answered;
    leaveIfHandedOver(signal);
    const { "webhook-signature": _, ...shown } = headers;
    await record(delivery, endpoint, sent, { at, ...sent, headers: shown });
  }

  return {
    start(): void {
      for (const pump of Object.values(pumps)) pump.start();
    },
    wake: (queue: string): void => pumps[queue as DeliveryQueue]?.wake(queue),
    deleteOld: () =>
      db
        .deleteFrom("webhook_deliveries")
        .where("created_at", "<", clock.now() - KEEP_DELIVERIES_MS)
        .execute(),
    /** Resolves once nothing is in flight. Unsent deliveries are due again. */
    async close(): Promise<void> {
      await Promise.all([...Object.values(pumps).map((pump) => pump.close(0)), sender.close()]);
    },
  };
}

/** The receiver has not failed if the process stopped before it sent the delivery. */
function leaveIfHandedOver({ reason }: AbortSignal): void {
  if (reason instanceof HandedOver) throw reason;
}

const MIN_PART = 3;

/** What a receiver answered, without the parts of its address. */
function withoutAddress(text: string, url: string): string {
  const { pathname, searchParams } = new URL(url);
  const parts = [...pathname.split("/"), ...searchParams.values()].filter(({ length }) => length >= MIN_PART);
  return parts.reduce((rest, part) => rest.replaceAll(part, "…"), text);
}

const HOUR = 3_600_000;
/** A day in total, with waits from 5 seconds to 8 hours, each four times the last. */
const MAX_RETRIES = 9;
/** The receiver wants no more deliveries, as Standard Webhooks defines this status. */
const GONE = 410;
const DISABLE_AFTER_MS = 3 * 24 * HOUR;
/** Attempts kept in the log. */
const LOGGED_TRIES = 20;

/** Records the outcome of each attempt, schedules the next, and disables endpoints that keep failing. */
function createDeliveryLog(db: Kysely<Schema>, clock: Clock) {
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
    const isGone = sent.status === GONE;
    // Whoever tries a destination looks at once: a repeat would only delay the answer.
    const isTest = delivery.event === "file.test";
    const isOver = isGone || isTest || delivery.attempt >= MAX_RETRIES;
    if (isOver) {
      const { error } = sent;
      await db.transaction().execute(async (trx) => {
        await end(delivery, "failed", entry, trx);
        if (delivery.kind !== "file" || isTest) return;
        const text = `A file could not be delivered to ${delivery.url} for a day. Last: ${error}.\n\nFix the destination, then send it again with POST /webhooks/deliveries/{id}/replay.`;
        await mailOwner(trx, delivery.account_id, "A file could not be delivered", text, clock.now());
      });
    } else {
      const next_at = clock.now() + backoff(delivery.attempt, 5_000, 8 * HOUR, 4);
      await db
        .updateTable("webhook_deliveries")
        .set({ next_at, announced_at: null, attempts: logged(delivery, entry) })
        .where("id", "=", delivery.id)
        .execute();
    }
    if (!endpoint) return;
    if (isGone) await disable(endpoint, "Its receiver responded with 410 Gone.");
    else await noteFailure(endpoint, sent.error, entry.at);
  }

  const setFailing = (id: string, since: number | null) =>
    db.updateTable("webhook_endpoints").set({ failing_since: since }).where("id", "=", id).execute();

  /** Counts from the start of the attempt: the response may take long to arrive and to be recorded. */
  async function noteFailure(endpoint: EndpointRow, error: string, at: number): Promise<void> {
    if (endpoint.failing_since === null) {
      await setFailing(endpoint.id, at);
      return;
    }
    if (at - endpoint.failing_since < DISABLE_AFTER_MS) return;
    await disable(endpoint, `It has failed for three days; last: ${error}.`);
  }

  async function disable(endpoint: EndpointRow, why: string): Promise<void> {
    await db.transaction().execute(async (trx) => {
      const own = trx.updateTable("webhook_endpoints").where("id", "=", endpoint.id).where("status", "=", "active");
      const isDisabled = await changesRow(own.set({ status: "disabled", disabled_reason: why }));
      if (!isDisabled) return;
      // By mail, since the webhook itself does not work.
      const text = `Your webhook ${endpoint.url} was disabled. ${why}\n\nFix the receiver, then enable the webhook with POST /webhooks/{id}/enable. You can send deliveries again from the delivery log.`;
      await mailOwner(trx, endpoint.account_id, "A webhook was disabled", text, clock.now());
    });
  }

  const end = (delivery: DeliveryRow, status: "delivered" | "failed", entry: object, within: Kysely<Schema> = db) =>
    within
      .updateTable("webhook_deliveries")
      .set({ status, ended_at: clock.now(), announced_at: null, attempts: logged(delivery, entry) })
      .where("id", "=", delivery.id)
      .execute();

  const logged = ({ attempts }: DeliveryRow, entry: object): string =>
    JSON.stringify([...JSON.parse(attempts), entry].slice(-LOGGED_TRIES));

  return { record, end };
}
