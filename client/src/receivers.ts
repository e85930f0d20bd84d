import type { Webhook, WebhookDelivery, WebhookWithSecret } from "./generated/jobs.ts";
import type { Transport } from "./transport.ts";
import { verifyWebhook } from "./webhooks.ts";

const ROWS_A_PAGE = 100;

export interface DeliveryFilter {
  webhookId?: string;
  status?: WebhookDelivery["status"];
}

/** The account's webhooks, and the log of what they were told. */
export class Webhooks {
  readonly #transport: Transport;
  /** What a delivery says, once its signature and time are verified. */
  readonly verify = verifyWebhook;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  list(): Promise<Webhook[]> {
    return this.#transport.get("/webhooks");
  }

  /** With its secret, which is told this once; all events unless some are named. */
  create(url: string, events?: NonNullable<Webhook["events"]>): Promise<WebhookWithSecret> {
    return this.#transport.post("/webhooks", { url, events }, { once: true });
  }

  remove(id: string): Promise<Webhook> {
    return this.#transport.delete(`/webhooks/${id}`);
  }

  enable(id: string): Promise<Webhook> {
    return this.#transport.post(`/webhooks/${id}/enable`);
  }

  /** Sends a test event. */
  test(id: string): Promise<WebhookDelivery> {
    return this.#transport.post(`/webhooks/${id}/test`, {}, { once: true });
  }

  /** A new secret; the one before signs beside it for the overlap, a day unless given. */
  rotate(id: string, overlapSeconds?: number): Promise<WebhookWithSecret> {
    return this.#transport.post(`/webhooks/${id}/rotate`, { overlap_seconds: overlapSeconds }, { once: true });
  }

  /** The log, newest first, page by page for as long as you read on. */
  deliveries({ webhookId, status }: DeliveryFilter = {}): AsyncGenerator<WebhookDelivery, void, undefined> {
    const filter = {
      ...(webhookId !== undefined && { webhook_id: webhookId }),
      ...(status !== undefined && { status }),
    };
    return this.#transport.pages<WebhookDelivery>("/webhooks/deliveries", filter, ROWS_A_PAGE);
  }

  replay(deliveryId: string): Promise<WebhookDelivery> {
    return this.#transport.post(`/webhooks/deliveries/${deliveryId}/replay`);
  }

  /** What signs deliveries to addresses that jobs and batches name themselves. */
  async secret(): Promise<string> {
    return (await this.#transport.get<{ secret: string }>("/webhooks/secret")).secret;
  }
}
