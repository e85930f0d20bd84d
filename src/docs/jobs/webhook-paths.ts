import { deliveryStatuses, webhookEvents } from "../../service/work-views.ts";
import type { Json } from "../json.ts";
import { idInPath, json, listOf, moment, object, orNull, query, ref, route, text, uuid, whole } from "./path-items.ts";

const properties = {
  id: uuid,
  url: text,
  events: orNull({ type: "array", items: { type: "string", enum: [...webhookEvents] } }),
  status: { type: "string", enum: ["active", "disabled"] },
  disabled_reason: orNull(text),
  failing_since: orNull(moment),
  previous_secret_until: orNull(moment),
  created_at: moment,
};

export const webhookSchemas: Record<string, Json> = {
  Webhook: object(properties),
  WebhookWithSecret: object({ ...properties, secret: { ...text, description: "`whsec_…`, shown only once." } }),
  DeliveryAttempt: object({
    at: moment,
    status: orNull(whole),
    ms: whole,
    error: orNull(text),
    answer: { ...text, description: "First 1,000 characters of the receiver's response." },
    headers: { type: "object", additionalProperties: text },
  }),
  WebhookDelivery: object({
    id: { ...text, description: "`webhook-id`: the same for all tries." },
    webhook_id: orNull(uuid),
    url: text,
    event: text,
    status: { type: "string", enum: [...deliveryStatuses] },
    payload: { description: "What was sent." },
    attempts: {
      type: "array",
      items: ref("DeliveryAttempt"),
    },
    next_at: orNull(moment),
    created_at: moment,
  }),
};

const one = json(ref("Webhook"), "The webhook.");
const withSecret = json(ref("WebhookWithSecret"), "The webhook with its secret.");
const bodyOf = (schema: Json, required = true): Json => ({ required, content: { "application/json": { schema } } });
const about = { tag: "webhooks", parameters: [idInPath("webhook")], errors: [404] };

export const webhookPaths: Record<string, Json> = {
  "/webhooks": {
    get: route({
      ...{ id: "webhooks", tag: "webhooks", summary: "The account's webhooks" },
      answers: { 200: json({ type: "array", items: ref("Webhook") }, "The webhooks.") },
    }),
    post: route({
      id: "createWebhook",
      tag: "webhooks",
      summary: "Create a webhook",
      description: `Signed by the Standard Webhooks specification, retried for 24 hours. Events: ${webhookEvents.map((event) => `\`${event}\``).join(", ")}. All events if none are named.`,
      body: bodyOf({
        type: "object",
        required: ["url"],
        additionalProperties: false,
        properties: {
          url: text,
          events: orNull({ type: "array", items: { type: "string", enum: [...webhookEvents] } }),
        },
      }),
      answers: { 201: withSecret },
      errors: [400, 422],
    }),
  },
  "/webhooks/secret": {
    get: route({
      ...{
        id: "webhookSecret",
        tag: "webhooks",
        summary: "Signing secret for webhook URLs named in a job or batch",
      },
      answers: { 200: json(object({ secret: text }), "The account's own signing secret.") },
    }),
  },
  "/webhooks/deliveries": {
    get: route({
      ...{ id: "webhookDeliveries", tag: "webhooks", summary: "Delivery log" },
      parameters: [
        query.text("webhook_id", "Only deliveries to this webhook."),
        query.oneOf("status", "Only deliveries in this state.", deliveryStatuses),
        ...[query.limit(100, 10), query.cursor],
      ],
      answers: { 200: listOf("WebhookDelivery", "The deliveries, newest first.") },
      errors: [422],
    }),
  },
  "/webhooks/deliveries/{id}/replay": {
    post: route({
      ...{ id: "replayDelivery", tag: "webhooks", summary: "Send a delivery again" },
      parameters: [{ ...idInPath("delivery"), schema: text }],
      answers: { 200: json(ref("WebhookDelivery"), "The delivery.") },
      errors: [404],
    }),
  },
  "/webhooks/{id}": {
    delete: route({ ...about, id: "deleteWebhook", summary: "Delete a webhook", answers: { 200: one } }),
  },
  "/webhooks/{id}/enable": {
    post: route({
      ...about,
      id: "enableWebhook",
      summary: "Enable a disabled webhook",
      answers: { 200: one },
    }),
  },
  "/webhooks/{id}/test": {
    post: route({
      ...{ ...about, id: "testWebhook", summary: "Send a test event" },
      answers: { 202: json(ref("WebhookDelivery"), "The delivery.") },
    }),
  },
  "/webhooks/{id}/rotate": {
    post: route({
      ...{ ...about, id: "rotateWebhook", summary: "Create a new secret; the old one stays valid for a while" },
      body: bodyOf({ type: "object", properties: { overlap_seconds: { ...whole, default: 86_400 } } }, false),
      answers: { 200: withSecret },
      errors: [404, 422],
    }),
  },
};
