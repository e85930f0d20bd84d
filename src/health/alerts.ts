import type { Kysely } from "kysely";
import type { Clock } from "../base/clock.ts";
import type { Schema } from "../store/schema.ts";

/** Two messages about the same thing are at least so far apart: what flaps does not fill a mailbox. */
const QUIET_MS = 15 * 60_000;
const TIMEOUT_MS = 10_000;

/** Something that an operator should know of for as long as it is the case. */
export interface Condition {
  /** Tells it apart from others, in all processes; begins with its scope. */
  about: string;
  type: string;
  subject: string;
  reason: string;
  details?: object;
}

export interface AlertParts {
  db: Kysely<Schema>;
  /** `ALERT_WEBHOOK_URL`; empty for none. */
  webhookUrl: string;
  /** `ALERT_EMAIL`; empty for none. */
  email: string;
  sendMail(mail: { to: string; subject: string; text: string; link: null }): Promise<void>;
  clock: Clock;
  log: { warn(details: object, message: string): void };
}

export type Alerts = ReturnType<typeof createAlerts>;

/**
 * Tells the operator of what is the case: one message when it begins and one when it is over, whichever of the processes
 * notices, and none about the same thing within the quiet period. What begins again in it and lasts is told at its end.
 */
export function createAlerts({ db, webhookUrl, email, sendMail, clock, log }: AlertParts) {
  const isOn = webhookUrl !== "" || email !== "";

  /** True for the one process that is to tell. */
  async function claimOpen(about: string, now: number): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto("alerts_sent")
      .values({ about, at: now, open: 1 })
      .onConflict((conflict) =>
        conflict
          .column("about")
          .doUpdateSet({ at: now, open: 1 })
          .where("alerts_sent.open", "=", 0)
          .where("alerts_sent.at", "<=", now - QUIET_MS),
      )
      .executeTakeFirst();
    return Number(numInsertedOrUpdatedRows ?? 0) > 0;
  }

  async function claimOver(about: string, now: number): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable("alerts_sent")
      .set({ open: 0, at: now })
      .where("about", "=", about)
      .where("open", "=", 1)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  }

  const post = (body: object): Promise<void> =>
    fetch(webhookUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).then(async (answer) => {
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`the alert webhook answered ${answer.status}`);
    });

  /** Whether anybody was told. */
  async function send(subject: string, text: string, event: object): Promise<boolean> {
    const sent = await Promise.allSettled([
      ...(webhookUrl ? [post(event)] : []),
      ...(email ? [sendMail({ to: email, subject, text, link: null })] : []),
    ]);
    for (const one of sent) {
      if (one.status === "rejected") log.warn({ err: one.reason }, "an alert could not be sent");
    }
    return sent.some(({ status }) => status === "fulfilled");
  }

  return {
    isOn,

    /** All that is the case in a scope now: what is new is told, and what is no longer there is told to be over. */
    async reconcile(scope: string, conditions: Condition[]): Promise<void> {
      if (!isOn) return;
      const now = clock.now();
      const at = new Date(now).toISOString();
      for (const { about, type, subject, reason, details } of conditions) {
        if (!(await claimOpen(about, now))) continue;
        const event = { type, at, state: "open", reason, ...details };
        if (await send(subject, `${reason}\nSince ${at}.`, event)) continue;
        // Nobody has heard of it: the next round tries again.
        await db.updateTable("alerts_sent").set({ open: 0, at: 0 }).where("about", "=", about).execute();
      }
      const known = new Set(conditions.map(({ about }) => about));
      const open = await db
        .selectFrom("alerts_sent")
        .where("open", "=", 1)
        .where("about", "like", `${scope}|%`)
        .select("about")
        .execute();
      for (const { about } of open) {
        if (known.has(about) || !(await claimOver(about, now))) continue;
        const words = about.split("|").filter(Boolean).join(" ");
        await send(`Over: ${words}`, `Over since ${at}.`, { type: overType(scope), at, state: "over", about: words });
      }
    },
  };
}

const overType = (scope: string): string => (scope === "source" ? "source.recovered" : `${scope.split("@")[0]}.over`);
