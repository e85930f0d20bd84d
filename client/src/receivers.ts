import { WebhooksEndpoints } from "./generated/endpoints.ts";
import { verifyWebhook } from "./webhooks.ts";

/** The account's webhooks and their delivery log. */
export class Webhooks extends WebhooksEndpoints {
  /** Returns a delivery's payload after verifying its signature and time. */
  readonly verify = verifyWebhook;
}
