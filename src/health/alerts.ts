import type { Kysely } from "kysely";
import type { Clock } from "../base/clock.ts";
import type { Schema } from "../store/schema.ts";
import type { AlertChannel, AlertMessage } from "./alert-channels.ts";

/** Minimum interval between messages about the same condition, so that flapping does not fill a mailbox. */
const QUIET_MS = 15 * 60_000;
/** Retry interval for undelivered messages, by any process. */
const RETRY_MS = 55_000;

/** A condition that an operator should know about while it lasts. */
export interface Condition {
  /** Identifies the condition in all processes; begins with its scope. */
  about: string;
  type: string;
  subject: string;
  reason: string;
  details?: object;
}

export interface AlertDeps {
  db: Kysely<Schema>;
  channels: AlertChannel[];
  clock: Clock;
  log: { warn(details: object, message: string): void };
}

export type Alerts = ReturnType<typeof createAlerts>;

/**
 * Alerts the operator: one message when a condition begins and one when it ends, whichever process notices, and none about
 * the same condition within the quiet period. A condition that returns within it and lasts is reported at its end. Each
 * message is retried until a channel has accepted it.
 */
export function createAlerts({ db, channels, clock, log }: AlertDeps) {
  const isOn = channels.length > 0;

  /** True for the one process that sends the message. */
  async function claimOpen(about: string, now: number, event: string): Promise<boolean> {
    const claim = { at: now, open: 1, delivered: 0, event };
    const { numInsertedOrUpdatedRows } = await db
      .insertInto("alerts_sent")
      .values({ about, ...claim })
      .onConflict((conflict) =>
        conflict
          .column("about")
          .doUpdateSet(claim)
          .where((eb) =>
            eb.or([
              eb("alerts_sent.open", "=", 0).and("alerts_sent.at", "<=", now - QUIET_MS),
              eb("alerts_sent.open", "=", 1)
                .and("alerts_sent.delivered", "=", 0)
                .and("alerts_sent.at", "<=", now - RETRY_MS),
            ]),
          ),
      )
      .executeTakeFirst();
    return Number(numInsertedOrUpdatedRows ?? 0) > 0;
  }

  async function claimOver(row: { about: string; open: number; at: number }, now: number): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable("alerts_sent")
      .set({ open: 0, delivered: 0, at: now })
      .where("about", "=", row.about)
      .where("open", "=", row.open)
      .where("at", "=", row.at)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  }

  /** Sends through all channels. Delivered means that someone can read it. */
  async function tell(about: string, now: number, message: AlertMessage): Promise<void> {
    const sent = await Promise.allSettled(channels.map((channel) => channel.send(message)));
    for (const one of sent) {
      if (one.status === "rejected") log.warn({ err: one.reason }, "an alert could not be sent");
    }
    if (!sent.some((one) => one.status === "fulfilled" && one.value)) return;
    await db
      .updateTable("alerts_sent")
      .set({ delivered: 1 })
      .where("about", "=", about)
      .where("at", "=", now)
      .execute();
  }

  return {
    isOn,

    /** Takes all conditions of a scope: alerts about new ones, and reports missing ones as ended. */
    async reconcile(scope: string, conditions: Condition[]): Promise<void> {
      if (!isOn) return;
      const now = clock.now();
      const at = new Date(now).toISOString();
      for (const { about, type, subject, reason, details } of conditions) {
        const event = { type, at, state: "open", reason, ...details };
        if (!(await claimOpen(about, now, JSON.stringify(event)))) continue;
        await tell(about, now, { id: `${about} ${now}`, subject, text: textOf(reason, details), event });
      }
      const known = new Set(conditions.map(({ about }) => about));
      for (const row of await unfinished(scope)) {
        if (known.has(row.about)) continue;
        const isNew = row.open === 1;
        if (!isNew && row.at > now - RETRY_MS) continue;
        if (!(await claimOver(row, now))) continue;
        await tell(row.about, now, overMessage(scope, row, now));
      }
    },
  };

  /** Open alerts, and ended ones not yet delivered. */
  function unfinished(scope: string) {
    return db
      .selectFrom("alerts_sent")
      .where("about", "like", `${scope}|%`)
      .where((eb) => eb.or([eb("open", "=", 1), eb("delivered", "=", 0)]))
      .selectAll()
      .execute();
  }
}

function overMessage(
  scope: string,
  { about, event }: { about: string; event: string | null },
  now: number,
): AlertMessage {
  const at = new Date(now).toISOString();
  const words = about.split("|").filter(Boolean).join(" ");
  const { reason, ...details }: { reason?: string } = event === null ? {} : JSON.parse(event);
  const over = { ...details, type: overType(scope), at, state: "over", about: words, ...(reason && { was: reason }) };
  return {
    id: `${about} ${now}`,
    subject: `Over: ${words}`,
    text: textOf(`Over since ${at}.${reason ? ` It was: ${reason}` : ""}`, details),
    event: over,
  };
}

/** The reason, then one line per detail. */
function textOf(reason: string, details: object = {}): string {
  const lines = Object.entries(details)
    .filter(([name, value]) => value !== null && !["type", "at", "state"].includes(name))
    .map(
      ([name, value]) =>
        `${name.replaceAll("_", " ")}: ${Array.isArray(value) ? value.map((one) => `\n  ${one}`).join("") : value}`,
    );
  return [reason, "", ...lines].join("\n").trimEnd();
}

const overType = (scope: string): string => (scope === "source" ? "source.recovered" : `${scope.split("@")[0]}.over`);
