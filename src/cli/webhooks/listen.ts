import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Webhook as StandardWebhook } from "standardwebhooks";
import type { Webhook, WebhookDelivery, Winnow } from "../../../client/src/index.ts";
import { interruptSignal } from "../interrupt.ts";
import { firstOf } from "../output/first-of.ts";
import { write } from "../output/write.ts";
import type { Connected, ServiceOptions } from "../service/connect.ts";

interface Options extends ServiceOptions {
  webhook?: string;
  events?: string[];
  count?: number;
  forwardTo?: string;
}

const POLL_MS = 1_000;
const KNOWN = 100;

/**
 * Follows the delivery log. Without a given webhook it creates its own, at an address that never resolves (RFC 2606):
 * deliveries are logged, which is all it needs, and it is deleted at the end.
 */
export async function listen({ winnow }: Connected, options: Options): Promise<void> {
  const signal = interruptSignal("stopped listening");
  const events = options.events as NonNullable<Webhook["events"]> | undefined;
  const own = options.webhook === undefined ? await winnow.webhooks.create(ownAddress(), events) : null;
  const id = options.webhook ?? own!.id;
  if (process.stderr.isTTY) process.stderr.write("Listening; Ctrl-C ends it.\n");
  if (own && options.forwardTo) process.stderr.write(`Forwarded events are signed with ${own.secret}\n`);
  try {
    const known = own ? [] : await firstOf(winnow.webhooks.deliveries({ webhookId: id }), KNOWN);
    await follow(winnow, id, known, { ...options, secret: own?.secret }, signal);
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    if (own) await winnow.webhooks.remove(own.id);
  }
}

const ownAddress = (): string => `https://winnow-listen.invalid/${randomUUID()}`;

async function follow(
  winnow: Winnow,
  id: string,
  known: WebhookDelivery[],
  { events, count, forwardTo, secret }: Options & { secret: string | undefined },
  signal: AbortSignal,
): Promise<void> {
  const seen = new Set<string>();
  // Earlier deliveries are skipped; a new webhook has none.
  for (const { id: before } of known) seen.add(before);
  let printed = 0;
  while (count !== 0) {
    signal.throwIfAborted();
    for (const delivery of await unseen(winnow, id, seen)) {
      seen.add(delivery.id);
      if (events && !events.includes(delivery.event)) continue;
      const { id: delivered, event, payload } = delivery;
      const forwarded = forwardTo === undefined ? undefined : await forward(delivery, forwardTo, secret, signal);
      await write(`${JSON.stringify({ id: delivered, event, payload, forwarded })}\n`);
      printed += 1;
      if (printed === count) return;
    }
    await sleep(POLL_MS, undefined, { signal });
  }
}

/** As the service itself would send it; the secret of an existing webhook is unknown, so nothing is signed. */
async function forward(
  { id, payload }: WebhookDelivery,
  address: string,
  secret: string | undefined,
  signal: AbortSignal,
): Promise<number | string> {
  const body = JSON.stringify(payload);
  const at = new Date();
  const signature = secret === undefined ? {} : { "webhook-signature": new StandardWebhook(secret).sign(id, at, body) };
  const named = { "webhook-id": id, "webhook-timestamp": String(Math.floor(at.getTime() / 1000)) };
  const headers = { "content-type": "application/json", ...named, ...signature };
  return fetch(address, { method: "POST", headers, body, signal }).then(
    ({ status }) => status,
    (error: Error) => (error.cause instanceof Error ? error.cause : error).message,
  );
}

/** Deliveries not yet printed, oldest first. */
async function unseen(winnow: Winnow, id: string, seen: Set<string>): Promise<WebhookDelivery[]> {
  const fresh: WebhookDelivery[] = [];
  for await (const delivery of winnow.webhooks.deliveries({ webhookId: id })) {
    if (seen.has(delivery.id)) break;
    fresh.push(delivery);
  }
  return fresh.reverse();
}
