import { AuthFailure } from "../../../auth/auth-failure.ts";
import { isSameSecret } from "../../../auth/operator-token.ts";
import { lookupOf } from "../../../contract/lookup.ts";
import type { Operation } from "../../../contract/operation.ts";
import { meaningsOf, unitsOf } from "../../../contract/record.ts";
import { windowNames } from "../../../metering/types.ts";
import type { CatalogueAnswer, OperationView, OutboxMail, PlansAnswer } from "../api-types.ts";
import { notFound } from "../errors.ts";
import type { DashboardParts } from "../parts.ts";
import type { GuardedRoutes } from "../session.ts";

const NO_TOKEN =
  "The outbox opens with the dashboard address that the service printed when it started. `npx winnow outbox` lists the mails, too.";

/** What anybody may read: what there is to call, and what it costs. */
export function registerOpenRoutes({ open }: GuardedRoutes, parts: DashboardParts): void {
  const { service, plans, publicOrigin, auth, outbox, operatorToken } = parts;

  open(
    "GET",
    "/catalogue",
    {},
    (): CatalogueAnswer => ({
      base_url: publicOrigin(),
      example: exampleOf(service.registry.sources.flatMap(({ operations }) => operations)),
      sources: service.registry.sources.map(({ name, title, operations }) => ({
        name,
        title,
        operations: operations.map(
          ({ path, summary, description, price, request, record, examples }): OperationView => ({
            lookup_prices: lookupPrices(parts, name, request.properties),
            path,
            summary,
            description,
            price: { kind: price.kind, credits: price.credits, results: price.results, words: price.words },
            request: { title: request.title, required: request.required, properties: request.properties },
            record: {
              title: record.title,
              fields: Object.keys(record.properties),
              units: unitsOf(record),
              meanings: meaningsOf(record),
            },
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

  open("GET", "/outbox", {}, async (request): Promise<{ mails: OutboxMail[] }> => {
    if (!outbox) throw notFound();
    const token = request.headers["x-operator-token"];
    if (typeof token !== "string" || !isSameSecret(token, operatorToken)) throw new AuthFailure(403, NO_TOKEN);
    await auth.mailsSent();
    return { mails: outbox.list().map(({ sentAt, ...mail }) => ({ ...mail, sent_at: sentAt })) };
  });
}

const EXAMPLE_FIELDS = 8;

/** The first fields with a short value of the first operation's example record. */
function exampleOf(operations: readonly Operation[]): CatalogueAnswer["example"] {
  const shown = operations.find(({ exampleRecord }) => exampleRecord);
  if (!shown?.exampleRecord) return null;
  const fields = Object.entries(shown.exampleRecord).filter(
    ([, value]) => value !== null && typeof value !== "object" && String(value).length < 40,
  );
  return { operation: shown.path, record: Object.fromEntries(fields.slice(0, EXAMPLE_FIELDS)) };
}

/** What a search for a value costs, in words: nothing on a stand-in. */
function lookupPrices({ service, isStandIn }: DashboardParts, source: string, fields: Record<string, object>) {
  const priced = Object.entries(fields).flatMap(([name, field]): Array<[string, string]> => {
    const by = service.registry.byPath(lookupOf(field)?.operation ?? "");
    if (!by) return [];
    const words = isStandIn(source) ? "free on a stand-in" : `${by.operation.price.words}, free if cached`;
    return [[name, `Searched with ${by.name}: ${words}.`]];
  });
  return Object.fromEntries(priced);
}
