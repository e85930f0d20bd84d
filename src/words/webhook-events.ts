/** What a webhook can be told about. */
export const webhookEvents = [
  "job.succeeded",
  "job.failed",
  "batch.item",
  "batch.finished",
  "batch.paused",
  "batch.waiting",
  "batch.resumed",
  "batch.expiring",
  "schedule.changed",
  "schedule.paused",
  "schedule.resumed",
  "watch.triggered",
  "source.degraded",
  "points.low",
  "records.recalled",
  "records.corrected",
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];
