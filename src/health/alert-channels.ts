import { createHash } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { chatBody, chatRequest } from "../base/chat-messages.ts";
import type { Clock } from "../base/clock.ts";
import type { ChatFormat } from "../words/webhook-formats.ts";

const TIMEOUT_MS = 10_000;

export interface AlertMessage {
  /** Stays the same when the message is sent again. */
  id: string;
  subject: string;
  text: string;
  /** With the link to a page about it, if there is one. */
  event: { type: string; link?: string | null };
}

export interface AlertChannel {
  /** Of its messages in the queue. */
  kind: "alert-post" | "alert-mail";
  /** False if it could not be sent, which is logged; or throws. */
  send(message: AlertMessage): Promise<boolean>;
}

/** Sends a POST signed as Standard Webhooks specifies. */
export function webhookChannel(url: string, secret: string, clock: Clock): AlertChannel {
  const webhook = new Webhook(secret);
  return {
    kind: "alert-post",
    async send({ id, event }) {
      const body = JSON.stringify(event);
      const name = `alert_${createHash("sha256").update(id).digest("base64url").slice(0, 22)}`;
      const at = new Date(clock.now());
      return post(url, body, {
        "webhook-id": name,
        "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
        "webhook-signature": webhook.sign(name, at, body),
      });
    },
  };
}

/** Sends a message to the incoming webhook of a chat service. */
export const chatChannel = (address: string, format: ChatFormat): AlertChannel => ({
  kind: "alert-post",
  async send({ subject, text, event: { link = null } }) {
    const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("link: "));
    const message = { title: subject, lines, link };
    const { url, body } = chatRequest(format, address, chatBody(format, message));
    return post(url, body);
  },
});

async function post(url: string, body: string, headers: Record<string, string> = {}): Promise<true> {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`the alert webhook answered ${answer.status}`);
  return true;
}

export interface AlertMailer {
  send(mail: { to: string; subject: string; text: string; link: null }): Promise<boolean>;
}

export const mailChannel = (to: string, mailer: AlertMailer): AlertChannel => ({
  kind: "alert-mail",
  send: ({ subject, text }) => mailer.send({ to, subject, text, link: null }),
});

/** Default secret for signing alerts. Anyone who knows the operator's token can derive it. */
export const derivedSecret = (operatorToken: string): string =>
  `whsec_${createHash("sha256").update(`winnow alerts ${operatorToken}`).digest("base64")}`;
