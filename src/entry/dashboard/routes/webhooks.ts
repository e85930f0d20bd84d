import { Type } from "typebox";
import { type DeliveryView, deliveryStatuses, type WebhookView, webhookEvents } from "../../../service/work-views.ts";
import type { NewWebhookAnswer, PageAnswer, WebhooksAnswer } from "../api-types.ts";
import { notFound } from "../errors.ts";
import { ownerOf } from "../holder.ts";
import type { DashboardParts } from "../parts.ts";
import type { GuardedRoutes, Session } from "../session.ts";
import { PageQuery } from "../validation.ts";

const NewWebhook = Type.Object({
  url: Type.String({ minLength: 1, maxLength: 2_048 }),
  events: Type.Union([Type.Array(Type.Enum([...webhookEvents]), { minItems: 1 }), Type.Null()]),
});
const Rotate = Type.Object({ overlap_seconds: Type.Integer({ minimum: 0, maximum: 7 * 86_400 }) });
const DeliveriesQuery = Type.Object({
  ...PageQuery.properties,
  webhook: Type.Optional(Type.String({ maxLength: 60 })),
  status: Type.Optional(Type.Enum([...deliveryStatuses])),
});

/** Receivers of the account and the log of what they were told. A secret is given once, as a key is. */
export function registerWebhookRoutes({ member, recent }: GuardedRoutes, { jobs }: DashboardParts): void {
  const { webhooks } = jobs;
  const there = <T>(thing: T | null): T => {
    if (thing === null) throw notFound();
    return thing;
  };

  member(
    "GET",
    "/webhooks",
    {},
    async ({ person }): Promise<WebhooksAnswer> => ({
      webhooks: await webhooks.list(ownerOf(person)),
    }),
  );
  recent(
    "POST",
    "/webhooks",
    { body: NewWebhook },
    ({ person, body }): Promise<NewWebhookAnswer> => webhooks.create(ownerOf(person), body),
  );
  recent(
    "POST",
    "/webhooks/:id/rotate",
    { body: Rotate },
    async ({ person, params, body }): Promise<NewWebhookAnswer> =>
      there(await webhooks.rotate(ownerOf(person), params.id!, body.overlap_seconds)),
  );
  member(
    "POST",
    "/webhooks/:id/enable",
    {},
    async ({ person, params }): Promise<WebhookView> => there(await webhooks.enable(ownerOf(person), params.id!)),
  );
  member(
    "POST",
    "/webhooks/:id/test",
    {},
    async ({ person, params }): Promise<DeliveryView> => there(await webhooks.test(ownerOf(person), params.id!)),
  );
  member(
    "DELETE",
    "/webhooks/:id",
    {},
    async ({ person, params }): Promise<WebhookView> => there(await webhooks.remove(ownerOf(person), params.id!)),
  );

  member(
    "GET",
    "/webhooks/deliveries",
    { querystring: DeliveriesQuery },
    ({ person, query }: Session): Promise<PageAnswer<DeliveryView>> =>
      webhooks.deliveries(ownerOf(person), {
        ...{ limit: query.limit, cursor: query.cursor ?? null },
        ...{ webhookId: query.webhook ?? null, status: query.status ?? null },
      }),
  );
  member(
    "POST",
    "/webhooks/deliveries/:id/replay",
    {},
    async ({ person, params }): Promise<DeliveryView> => there(await webhooks.replay(ownerOf(person), params.id!)),
  );
}
