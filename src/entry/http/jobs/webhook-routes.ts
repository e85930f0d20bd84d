import type { FastifyInstance } from "fastify";
import type { KeyHolder } from "../../../accounts/types.ts";
import type { Clock } from "../../../base/clock.ts";
import { WinnowError } from "../../../contract/errors.ts";
import { QueryReader } from "../../../service/query-reader.ts";
import type { Service } from "../../../service/service.ts";
import type { WebhooksApi } from "../../../service/webhooks-api.ts";
import { deliveryStatuses, webhookEvents } from "../../../service/work-views.ts";
import { found, registerOwnRoutes } from "./job-scope.ts";

interface ById {
  Params: { id: string };
}

const LONGEST_OVERLAP = 7 * 86_400;

/** Who is told when something has happened, and what was told. */
export function registerWebhookRoutes(
  server: FastifyInstance,
  service: Service,
  webhooks: WebhooksApi,
  clock: Clock,
): void {
  registerOwnRoutes(server, service, clock, (scope) => {
    scope.addHook("onRequest", async ({ holder }) => refuseScoped(holder));
    scope.get("/webhooks", ({ holder }) => webhooks.list(holder));
    scope.post("/webhooks", async ({ holder, body: raw }, reply) => {
      const body = new QueryReader(raw, "body");
      const wish = { url: body.needed("url"), events: body.listOf("events", webhookEvents) };
      body.done();
      return reply.code(201).send(await webhooks.create(holder, wish));
    });
    scope.get("/webhooks/secret", async ({ holder }) => ({ secret: await webhooks.accountSecret(holder) }));
    scope.get("/webhooks/deliveries", async ({ holder, query: raw }, reply) => {
      const query = new QueryReader(raw);
      const page = {
        webhookId: query.text("webhook_id"),
        status: query.oneOf("status", deliveryStatuses),
        limit: query.whole("limit", 1, 100) ?? 10,
        cursor: query.text("cursor"),
      };
      query.done();
      const { rows, next_cursor } = await webhooks.deliveries(holder, page);
      if (next_cursor) reply.header("x-next-cursor", next_cursor);
      return rows;
    });
    scope.post<ById>("/webhooks/deliveries/:id/replay", async ({ holder, params }) =>
      found(await webhooks.replay(holder, params.id), "delivery"),
    );
    scope.delete<ById>("/webhooks/:id", async ({ holder, params }) =>
      found(await webhooks.remove(holder, params.id), "webhook"),
    );
    scope.post<ById>("/webhooks/:id/enable", async ({ holder, params }) =>
      found(await webhooks.enable(holder, params.id), "webhook"),
    );
    scope.post<ById>("/webhooks/:id/test", async ({ holder, params }, reply) =>
      reply.code(202).send(found(await webhooks.test(holder, params.id), "webhook")),
    );
    scope.post<ById>("/webhooks/:id/rotate", async ({ holder, params, body: raw }) => {
      const body = new QueryReader(raw, "body");
      const overlap = body.whole("overlap_seconds", 0, LONGEST_OVERLAP) ?? 86_400;
      body.done();
      return found(await webhooks.rotate(holder, params.id, overlap), "webhook");
    });
  });
}

/** A webhook hears of the whole account, so a key that may not see all of it manages none. */
function refuseScoped({ key }: KeyHolder): void {
  if (key.sources === null) return;
  throw new WinnowError(
    "source_forbidden",
    "A key that is limited to some sources may not manage the account's webhooks.",
  );
}
