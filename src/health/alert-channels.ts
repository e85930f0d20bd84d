import { createHash } from "node:crypto";
import { Webhook } from "standardwebhooks";
import type { Clock } from "../base/clock.ts";

const TIMEOUT_MS = 10_000;

export interface AlertMessage {
  /** The same each time that it is sent. */
  id: string;
  subject: string;
  text: string;
  event: object;
}

export interface AlertChannel {
  /** True where somebody is sure to get it; throws where it could not be sent. */
  send(message: AlertMessage): Promise<boolean>;
}

/** A POST, signed as Standard Webhooks says. */
export function webhookChannel(url: string, secret: string, clock: Clock): AlertChannel {
  const webhook = new Webhook(secret);
  return {
    async send({ id, event }) {
      const body = JSON.stringify(event);
      const name = `alert_${createHash("sha256").update(id).digest("base64url").slice(0, 22)}`;
      const at = new Date(clock.now());
      const answer = await fetch(url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "webhook-id": name,
          "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
          "webhook-signature": webhook.sign(name, at, body),
        },
        body,
        redirect: "error",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`the alert webhook answered ${answer.status}`);
      return true;
    },
  };
}

export interface AlertMailer {
  send(mail: { to: string; subject: string; text: string; link: null }): Promise<boolean>;
  /** Null where mails really leave. */
  outbox: unknown;
}

/** A mail. One that stays in the outbox is there once, and has reached nobody. */
export function mailChannel(to: string, mailer: AlertMailer): AlertChannel {
  let newest = "";
  return {
    async send({ subject, text }) {
      const mail = { to, subject, text, link: null };
      if (mailer.outbox === null) return mailer.send(mail);
      const words = `${subject}\n${text}`;
      if (words !== newest) await mailer.send(mail);
      newest = words;
      return false;
    },
  };
}

/** The secret that alerts are signed with where the operator has set none: known to whoever knows the operator's token. */
export const derivedSecret = (operatorToken: string): string =>
  `whsec_${createHash("sha256").update(`winnow alerts ${operatorToken}`).digest("base64")}`;
