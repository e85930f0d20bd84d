import { WebhooksEndpoints } from "./generated/endpoints.ts";
import { verifyWebhook } from "./webhooks.ts";

/** The account's webhooks, and the log of what they were told. */
export class Webhooks extends WebhooksEndpoints {
  /** What a delivery says, once its signature and time are verified. */
  readonly verify = verifyWebhook;
}
