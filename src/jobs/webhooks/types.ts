import type { Page } from "../../contract/endpoint.ts";
import type { PageQuery } from "../../store/pager.ts";
import type { WebhookEvent } from "../../words/webhook-events.ts";
import type { WebhookFormat } from "../../words/webhook-formats.ts";
import type { WorkOwner } from "../types.ts";
import type { DeliveryView, WebhookView } from "../work-views.ts";

export interface WebhooksApi {
  create(
    owner: WorkOwner,
    submission: {
      url: string;
      format?: WebhookFormat;
      events: WebhookEvent[] | null;
      idempotencyKey?: string | null;
    },
  ): Promise<WebhookView & { secret: string }>;
  list(owner: WorkOwner): Promise<WebhookView[]>;
  remove(owner: WorkOwner, id: string): Promise<WebhookView | null>;
  change(owner: WorkOwner, id: string, events: WebhookEvent[] | null): Promise<WebhookView | null>;
  enable(owner: WorkOwner, id: string): Promise<WebhookView | null>;
  /** Creates a new secret; the previous one signs alongside it during the overlap. */
  rotate(
    owner: WorkOwner,
    id: string,
    overlapSeconds: number,
    idempotencyKey?: string | null,
  ): Promise<(WebhookView & { secret: string }) | null>;
  /** Sends a test event; the same key sends only one. */
  test(owner: WorkOwner, id: string, idempotencyKey?: string | null): Promise<DeliveryView | null>;
  deliveries(
    owner: WorkOwner,
    page: PageQuery & { webhookId?: string | null; status?: DeliveryView["status"] | null },
  ): Promise<Page<DeliveryView>>;
  replay(owner: WorkOwner, deliveryId: string): Promise<DeliveryView | null>;
  /** The secret that signs deliveries to addresses named by jobs. */
  accountSecret(owner: WorkOwner): Promise<string>;
}
