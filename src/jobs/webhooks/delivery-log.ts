import type { Kysely, Transaction } from "kysely";
import { backoff } from "../../base/backoff.ts";
import type { Clock } from "../../base/clock.ts";
import { changesRow } from "../../store/row-changes.ts";
import type { Schema } from "../../store/schema.ts";
import type { Sent } from "./send.ts";
import type { DeliveryRow, EndpointRow } from "./webhook-store.ts";

const HOUR = 3_600_000;
/** A day in total, with waits from 5 seconds to 8 hours, each four times the last. */
const MAX_RETRIES = 9;
/** The receiver wants no more deliveries, as Standard Webhooks defines this status. */
const GONE = 410;
const DISABLE_AFTER_MS = 3 * 24 * HOUR;
/** Attempts kept in the log. */
const LOGGED_TRIES = 20;

interface Deps {
  db: Kysely<Schema>;
  clock: Clock;
  onDisabled(trx: Transaction<Schema>, endpoint: EndpointRow, why: string): Promise<void>;
  /** Called when all attempts to upload a file have failed. */
  onFileGivenUp(trx: Transaction<Schema>, delivery: DeliveryRow, error: string): Promise<void>;
}

/** Records the outcome of each attempt, schedules the next, and disables endpoints that keep failing. */
export function createDeliveryLog({ db, clock, onDisabled, onFileGivenUp }: Deps) {
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
        if (delivery.kind === "file" && !isTest) await onFileGivenUp(trx, delivery, error);
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
      if (isDisabled) await onDisabled(trx, endpoint, why);
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
