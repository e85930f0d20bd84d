import type { Kysely, Transaction } from "kysely";
import type { Clock } from "../base/clock.ts";
import { messageDeliverer, queueMail } from "../store/messages.ts";
import { changesRow } from "../store/row-changes.ts";
import type { Row, Schema } from "../store/schema.ts";
import type { AlertChannel, AlertMessage } from "./alert-channels.ts";

/** Minimum interval between messages about the same condition, so that flapping does not fill a mailbox. */
const QUIET_MS = 15 * 60_000;
/** An alert that could not be sent is tried again every minute. */
const RETRY_MS = 60_000;

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
  log: { error(details: object, message: string): void };
}

export type Alerts = ReturnType<typeof createAlerts>;

/**
 * Alerts the operator: one message when a condition begins and one when it ends, whichever process notices, and none about
 * the same condition within the quiet period. A condition that returns within it and lasts is reported at its end. Each
 * message is queued for each channel with the note of what it says.
 */
export function createAlerts({ db, channels, clock, log }: AlertDeps) {
  const isOn = channels.length > 0;

  const messages = messageDeliverer({
    db,
    clock,
    log,
    kinds: channels.map(({ kind }) => kind),
    capMs: RETRY_MS,
    deliver: async ({ kind, about }) => !!(await channels.find((one) => one.kind === kind)?.send(JSON.parse(about!))),
  });
  if (isOn) messages.start();

  /** Notes that a condition has begun: true for one process. */
  function noteOpen(trx: Transaction<Schema>, about: string, at: number, event: string): Promise<boolean> {
    const note = { at, open: 1, event };
    const insert = trx.insertInto("alerts_sent").values({ about, ...note });
    return changesRow(
      insert.onConflict((conflict) => {
        const again = conflict.column("about").doUpdateSet(note).where("alerts_sent.open", "=", 0);
        return again.where("alerts_sent.at", "<=", at - QUIET_MS);
      }),
    );
  }

  function noteOver(trx: Transaction<Schema>, { about, at }: OpenAlert, now: number): Promise<boolean> {
    const over = trx.updateTable("alerts_sent").set({ open: 0, at: now });
    return changesRow(over.where("about", "=", about).where("open", "=", 1).where("at", "=", at));
  }

  async function queueAlert(trx: Transaction<Schema>, message: AlertMessage, at: number): Promise<void> {
    for (const { kind } of channels) {
      const about = JSON.stringify(message);
      await queueMail(trx, { id: `${kind} ${message.id}`, kind, person_id: null, email: "", about, at });
    }
  }

  /** Its end says what it was: the message of its beginning is not sent any more. */
  const dropAlert = (trx: Transaction<Schema>, id: string) =>
    trx
      .deleteFrom("mail_queue")
      .where(
        "id",
        "in",
        channels.map(({ kind }) => `${kind} ${id}`),
      )
      .execute();

  return {
    isOn,

    /** Takes all conditions of a scope: alerts about new ones, and reports missing ones as ended. */
    async reconcile(scope: string, conditions: Condition[]): Promise<void> {
      if (!isOn) return;
      const now = clock.now();
      const at = new Date(now).toISOString();
      for (const { about, type, subject, reason, details } of conditions) {
        const event = { type, at, state: "open", reason, ...details };
        const message = { id: `${about} ${now}`, subject, text: textOf(reason, details), event };
        await db.transaction().execute(async (trx) => {
          if (await noteOpen(trx, about, now, JSON.stringify(event))) await queueAlert(trx, message, now);
        });
      }
      const known = new Set(conditions.map(({ about }) => about));
      for (const row of await openAlerts(scope)) {
        if (known.has(row.about)) continue;
        await db.transaction().execute(async (trx) => {
          if (!(await noteOver(trx, row, now))) return;
          await dropAlert(trx, `${row.about} ${row.at}`);
          await queueAlert(trx, overMessage(scope, row, now), now);
        });
      }
      await messages.soon();
    },
    close: messages.close,
  };

  function openAlerts(scope: string): Promise<OpenAlert[]> {
    const alerts = db.selectFrom("alerts_sent").where("about", "like", `${scope}|%`).where("open", "=", 1);
    return alerts.select(["about", "at", "event"]).execute();
  }
}

type OpenAlert = Pick<Row<"alerts_sent">, "about" | "at" | "event">;

function overMessage(scope: string, { about, event }: OpenAlert, now: number): AlertMessage {
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
