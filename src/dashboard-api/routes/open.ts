import { isFromThisMachine } from "../../from-this-machine.ts";
import { windowNames } from "../../metering/types.ts";
import type { CatalogueAnswer, OperationView, OutboxMail, PlansAnswer, StatusAnswer } from "../api-types.ts";
import { notFound } from "../errors.ts";
import type { DashboardParts } from "../parts.ts";
import { sourceStatuses } from "../queries/sources.ts";
import type { GuardedRoutes } from "../session.ts";

/** What anybody may read: what there is to call, what it costs, and how it is doing. */
export function registerOpenRoutes({ open }: GuardedRoutes, parts: DashboardParts): void {
  const { service, plans, clock, publicOrigin, auth, outbox, outboxForAll } = parts;

  open(
    "GET",
    "/catalogue",
    {},
    (): CatalogueAnswer => ({
      base_url: publicOrigin(),
      sources: service.registry.sources.map(({ name, title, operations }) => ({
        name,
        title,
        operations: operations.map(
          ({ path, summary, description, price, request, record, examples }): OperationView => ({
            path,
            summary,
            description,
            price: { kind: price.kind, credits: price.credits, results: price.results, words: price.words },
            request: { title: request.title, required: request.required, properties: request.properties },
            record: { title: record.title, fields: Object.keys(record.properties) },
            examples,
          }),
        ),
      })),
    }),
  );

  open(
    "GET",
    "/plans",
    {},
    (): PlansAnswer => ({
      plans: Object.entries(plans).map(([name, plan]) => ({
        name,
        points: plan.points,
        every: plan.once ? "once" : "month",
        limits: windowNames.map((window) => ({ name: window, limit: plan[window] })),
      })),
    }),
  );

  open("GET", "/status", {}, (): StatusAnswer => {
    const sources = sourceStatuses(parts);
    const troubled = sources.filter(({ state }) => state !== "ok").length;
    return {
      state: troubled === 0 ? "ok" : troubled === sources.length ? "down" : "degraded",
      checked_at: clock.now(),
      sources,
    };
  });

  open("GET", "/outbox", {}, async (request): Promise<{ mails: OutboxMail[] }> => {
    if (!outbox || !(outboxForAll || isFromThisMachine(request))) throw notFound();
    await auth.mailsSent();
    return { mails: outbox.list().map(({ sentAt, ...mail }) => ({ ...mail, sent_at: sentAt })) };
  });
}
