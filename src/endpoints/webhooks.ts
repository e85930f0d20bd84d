import { Type } from "typebox";
import type { Permission } from "../accounts/roles.ts";
import { json, page } from "../contract/endpoint.ts";
import { choice, given, integer, listOf, orNull, uuid, words } from "../contract/shapes.ts";
import { deliveryStatuses, Webhook, WebhookDelivery, WebhookWithSecret } from "../jobs/work-views.ts";
import { webhookEvents } from "../words/webhook-events.ts";
import { webhookFormats } from "../words/webhook-formats.ts";
import { found, group, pageFields, pageOf } from "./context.ts";

const DAY = 86_400;
const defineEndpoint = group("webhooks", "webhook", { managesDelivery: true, changes: "manage" });
const one = json(200, Webhook, "The webhook.");

const events = Type.Optional(
  orNull(
    listOf(choice(webhookEvents), {
      minItems: 1,
      description: "All events but `batch.item` unless some are named.",
    }),
  ),
);

/** Webhooks and their deliveries. */
export const webhookEndpoints = [
  defineEndpoint("GET /webhooks", {
    id: "webhooks",
    summary: "The account's webhooks",
    answer: json(200, listOf(Webhook), "The webhooks."),
    client: { method: "list" },
    handle: ({ caller }, { webhooks }) => webhooks.list(caller.owner),
  }),
  defineEndpoint("POST /webhooks", {
    id: "createWebhook",
    recent: true,
    summary: "Create a webhook",
    description: `Signed by the Standard Webhooks specification, retried for 24 hours. Events: ${webhookEvents.map((event) => `\`${event}\``).join(", ")}. All events but \`batch.item\` if none are named. An address inside a private network is refused. With \`format\` the events are messages of a chat service, sent to its incoming webhook: without \`events\`, those that a person may have to act on. Its address is a secret, stored encrypted.`,
    body: Type.Object({
      url: given({ description: "An http or https address.", examples: ["https://example.com/hook"] }),
      events,
      format: choice(webhookFormats, {
        default: "standard",
        description: "How events are written: as Standard Webhooks, or as messages of a chat service.",
      }),
    }),
    answer: json(201, WebhookWithSecret, "The webhook with its secret."),
    errors: ["idempotency_mismatch"],
    limits: ["webhooks"],
    retry: "idempotency-key",
    examples: [
      { url: "https://example.com/hook", events: ["job.succeeded", "job.failed"] },
      { url: "https://hooks.chat.example/services/T0/B0/secret", format: "slack" },
    ],
    client: { method: "create", args: ["url", "events"] },
    handle: ({ caller, body: { events = null, ...body }, idempotencyKey }, { webhooks }) =>
      webhooks.create(caller.owner, { ...body, events, idempotencyKey }),
  }),
  defineEndpoint("GET /webhooks/secret", {
    id: "webhookSecret",
    summary: "Signing secret for webhook URLs named in a job or batch",
    needs: "manage" satisfies Permission,
    answer: json(
      200,
      Type.Object({
        secret: words({ description: "Signs deliveries to addresses that jobs, batches and schedules name." }),
      }),
      "The account's own signing secret.",
    ),
    client: { method: "secret", pick: "secret" },
    handle: async ({ caller }, { webhooks }) => ({ secret: await webhooks.accountSecret(caller.owner) }),
  }),
  defineEndpoint("GET /webhooks/deliveries", {
    id: "webhookDeliveries",
    summary: "Deliveries and their attempts, newest first",
    query: Type.Object({
      webhook_id: Type.Optional(uuid({ description: "Only deliveries to this webhook." })),
      status: Type.Optional(choice(deliveryStatuses, { description: "Only deliveries in this state." })),
      ...pageFields,
    }),
    answer: page(WebhookDelivery, "The deliveries, newest first."),
    client: { method: "deliveries" },
    handle: ({ caller, query }, { webhooks }) =>
      webhooks.deliveries(caller.owner, {
        ...pageOf(query),
        webhookId: query.webhook_id ?? null,
        status: query.status ?? null,
      }),
  }),
  defineEndpoint("POST /webhooks/deliveries/{id}/replay", {
    id: "replayDelivery",
    summary: "Send a delivery again",
    thing: "delivery",
    params: Type.Object({ id: given({ maxLength: 100, description: "The delivery's id." }) }),
    answer: json(200, WebhookDelivery, "The delivery."),
    limits: ["replaysAMinute", "replaysOfADelivery"],
    retry: "safe",
    client: { method: "replay" },
    handle: ({ caller, params }, { webhooks }) => webhooks.replay(caller.owner, params.id),
  }),
  defineEndpoint("GET /webhooks/{id}", {
    id: "webhook",
    summary: "A webhook and, if it fails, since when",
    answer: one,
    client: { method: "get" },
    handle: async ({ caller, params }, { webhooks }) =>
      found(
        (await webhooks.list(caller.owner)).find(({ id }) => id === params.id),
        "webhook",
      ),
  }),
  defineEndpoint("PATCH /webhooks/{id}", {
    id: "changeWebhook",
    summary: "Change the events of a webhook",
    description: "Its address and its secret stay.",
    body: Type.Object({ events }),
    answer: one,
    retry: "safe",
    examples: [{ events: ["watch.triggered", "points.low"] }],
    client: { method: "change", args: ["events"] },
    handle: ({ caller, params, body: { events = null } }, { webhooks }) =>
      webhooks.change(caller.owner, params.id, events),
  }),
  defineEndpoint("DELETE /webhooks/{id}", {
    id: "deleteWebhook",
    summary: "Delete a webhook",
    answer: one,
    client: { method: "remove" },
    handle: ({ caller, params }, { webhooks }) => webhooks.remove(caller.owner, params.id),
  }),
  defineEndpoint("POST /webhooks/{id}/enable", {
    id: "enableWebhook",
    summary: "Enable a disabled webhook",
    answer: one,
    retry: "safe",
    client: { method: "enable" },
    handle: ({ caller, params }, { webhooks }) => webhooks.enable(caller.owner, params.id),
  }),
  defineEndpoint("POST /webhooks/{id}/test", {
    id: "testWebhook",
    summary: "Send a test event",
    answer: json(202, WebhookDelivery, "The delivery."),
    limits: ["webhookTestsAMinute"],
    retry: "idempotency-key",
    client: { method: "test" },
    handle: ({ caller, params, idempotencyKey }, { webhooks }) =>
      webhooks.test(caller.owner, params.id, idempotencyKey),
  }),
  defineEndpoint("POST /webhooks/{id}/rotate", {
    id: "rotateWebhook",
    recent: true,
    summary: "Create a new secret; the old one stays valid for a while",
    body: Type.Object({
      overlap_seconds: integer({
        minimum: 0,
        maximum: 7 * DAY,
        default: DAY,
        description: "How long deliveries are signed with the old secret as well as the new one.",
      }),
    }),
    answer: json(200, WebhookWithSecret, "The webhook with its new secret."),
    retry: "idempotency-key",
    examples: [{ overlap_seconds: 3_600 }],
    client: { method: "rotate", args: ["overlap_seconds"] },
    handle: ({ caller, params, body, idempotencyKey }, { webhooks }) =>
      webhooks.rotate(caller.owner, params.id, body.overlap_seconds, idempotencyKey),
  }),
];
