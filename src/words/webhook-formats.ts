import type { WebhookEvent } from "./webhook-events.ts";

/** Chat services, with the names that people know them by. */
export const chatServices = { slack: "Slack", teams: "Microsoft Teams", discord: "Discord", ntfy: "ntfy" } as const;
export type ChatFormat = keyof typeof chatServices;

/** How events are written for their receiver: as Standard Webhooks, or as messages of a chat service. */
export const webhookFormats = ["standard", ...(Object.keys(chatServices) as ChatFormat[])] as const;
export type WebhookFormat = (typeof webhookFormats)[number];

/** What a chat is told unless its webhook names events: what a person may have to act on. */
export const chatEvents: WebhookEvent[] = [
  "watch.triggered",
  "source.degraded",
  "points.low",
  "schedule.paused",
  "batch.paused",
  "batch.expiring",
  "records.recalled",
];
