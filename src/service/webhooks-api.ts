import type { KeyHolder } from "../accounts/types.ts";
import type { PageWish } from "./jobs-api.ts";

export const webhookEvents = [
  "job.succeeded",
  "job.failed",
  "batch.finished",
  "schedule.changed",
  "source.degraded",
  "points.low",
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

export interface WebhookView {
  id: string;
  url: string;
  /** Null for all. */
  events: WebhookEvent[] | null;
  status: "active" | "disabled";
  disabled_reason: string | null;
  /** Since when no delivery has succeeded. */
  failing_since: string | null;
  /** Until when the secret before this one signs, too. */
  previous_secret_until: string | null;
  created_at: string;
}

export const deliveryStatuses = ["pending", "delivered", "failed"] as const;

export interface DeliveryView {
  /** `webhook-id`: the same for all tries. */
  id: string;
  /** Null where a job named the address itself. */
  webhook_id: string | null;
  url: string;
  event: string;
  status: (typeof deliveryStatuses)[number];
  payload: unknown;
  attempts: Array<{
    at: string;
    status: number | null;
    ms: number;
    error: string | null;
    answer: string;
    headers: Record<string, string>;
  }>;
  next_at: string | null;
  created_at: string;
}

export interface WebhooksApi {
  /** Throws where an address cannot be one of a receiver. */
  checkUrl(url: string): string;
  create(
    holder: KeyHolder,
    wish: { url: string; events: WebhookEvent[] | null },
  ): Promise<WebhookView & { secret: string }>;
  list(holder: KeyHolder): Promise<WebhookView[]>;
  remove(holder: KeyHolder, id: string): Promise<WebhookView | null>;
  enable(holder: KeyHolder, id: string): Promise<WebhookView | null>;
  /** A new secret; the one before signs beside it for the overlap. */
  rotate(holder: KeyHolder, id: string, overlapSeconds: number): Promise<(WebhookView & { secret: string }) | null>;
  /** Sends a test event. */
  test(holder: KeyHolder, id: string): Promise<DeliveryView | null>;
  deliveries(
    holder: KeyHolder,
    page: PageWish & { webhookId?: string | null; status?: string | null },
  ): Promise<{ rows: DeliveryView[]; next_cursor: string | null }>;
  replay(holder: KeyHolder, deliveryId: string): Promise<DeliveryView | null>;
  /** What signs deliveries to addresses that jobs name themselves. */
  accountSecret(holder: KeyHolder): string;
}
