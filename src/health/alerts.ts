import type { Clock } from "../clock.ts";
import type { NewIncident } from "./types.ts";

/** Two messages about the same thing are at least so far apart: a source that flaps does not fill a mailbox. */
const QUIET_MS = 15 * 60_000;
const TIMEOUT_MS = 10_000;

export interface AlertParts {
  /** `ALERT_WEBHOOK_URL`; empty for none. */
  webhookUrl: string;
  /** `ALERT_EMAIL`; empty for none. */
  email: string;
  sendMail(mail: { to: string; subject: string; text: string; link: null }): Promise<void>;
  clock: Clock;
  log: { warn(details: object, message: string): void };
}

/** Tells the operator of incidents: one message when it opens, one when it is over, none in between. */
export function createAlerts({ webhookUrl, email, sendMail, clock, log }: AlertParts) {
  const saidAt = new Map<string, number>();

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

  return function tell(incident: NewIncident, what: "opened" | "closed"): void {
    const about = `${what} ${incident.operation} ${incident.kind} ${incident.field ?? ""}`;
    const now = clock.now();
    if (now - (saidAt.get(about) ?? Number.NEGATIVE_INFINITY) < QUIET_MS) return;
    saidAt.set(about, now);
    const state = what === "closed" ? "well again" : incident.blocking ? "down" : "degraded";
    const event = {
      type: what === "opened" ? "source.degraded" : "source.recovered",
      at: new Date(now).toISOString(),
      source: incident.source,
      operation: incident.operation,
      state,
      field: incident.field,
      reason: incident.reason,
    };
    const subject = `${incident.source} is ${state}`;
    const lines = [`${incident.operation}: ${incident.reason}`, `Since ${event.at}.`];
    const sent = [
      ...(webhookUrl ? [post(event)] : []),
      ...(email ? [sendMail({ to: email, subject, text: lines.join("\n"), link: null })] : []),
    ];
    for (const one of sent) one.catch((error: unknown) => log.warn({ err: error }, "an alert could not be sent"));
  };
}
