import { Type } from "typebox";
import { AuthFailure } from "../../auth/auth-failure.ts";
import { fieldLookup } from "../../contract/lookup.ts";
import type { Operation } from "../../contract/operation.ts";
import { practiceFaultNames } from "../../contract/practice-faults.ts";
import { meaningsOf, unitsOf } from "../../contract/record.ts";
import { given, listOf } from "../../contract/shapes.ts";
import { toCsv } from "../../files/csv.ts";
import { valuePaths } from "../../files/field-selection.ts";
import { windowNames } from "../../metering/types.ts";
import { type DashboardContext, dashboardGroup, gives, isOperator, notFound, operatorHeader } from "./context.ts";
import { OutboxMail } from "./views/account.ts";
import { CatalogueAnswer, freeObject, type OperationView, PlansAnswer } from "./views/catalogue.ts";

const { open } = dashboardGroup("catalogue", "page");

const NO_TOKEN =
  "The outbox opens with the dashboard address that the service printed when it started. `npx winnow outbox` also lists the mails.";

/** Public data: what can be called, and what it costs. */
export const catalogueEndpoints = [
  open("GET /catalogue", {
    summary: "Sources and their operations",
    answer: gives(CatalogueAnswer),
    handle(_call, context) {
      const { sources } = context.service.registry;
      return {
        base_url: context.publicOrigin(),
        map_tiles: context.mapTiles,
        faults: practiceFaultNames,
        sources: sources.map(({ name, title, operations }) => ({
          name,
          title,
          stand_in: context.isStandIn(name),
          set_up: context.isSetUp(name),
          operations: operations.map((operation) => toView(context, name, operation)),
        })),
      };
    },
  }),
  open("POST /prepared-searches", {
    summary: "Run a search of the landing page on sample data, without an account",
    limits: ["preparedSearches"],
    body: Type.Object({ operation: given({ maxLength: 200 }) }),
    examples: [{ operation: "/api/nlretail/products/search" }],
    answer: gives(Type.Object({ records: listOf(freeObject()) })),
    async handle({ body: { operation } }, { preparedSearches, service: { registry } }) {
      const entry = registry.byName(operation);
      const records = entry ? await preparedSearches.run(entry.operation.path) : null;
      return records && { records };
    },
  }),
  open("GET /plans", {
    summary: "Plans, their points and limits",
    answer: gives(PlansAnswer),
    handle: (_call, { plans }) => ({
      plans: Object.entries(plans).map(([name, plan]) => ({
        name,
        points: plan.points,
        every: plan.once ? ("once" as const) : ("month" as const),
        limits: windowNames.map((window) => ({ name: window, limit: plan[window] })),
      })),
    }),
  }),
  open("GET /outbox", {
    summary: "Mails that could not be sent, for the operator",
    headers: operatorHeader,
    answer: gives(Type.Object({ mails: listOf(OutboxMail) })),
    async handle({ caller }, { outbox, operatorToken, auth }) {
      if (!outbox) throw notFound();
      if (!isOperator(caller, operatorToken)) throw new AuthFailure(403, NO_TOKEN);
      await auth.mailsSent();
      return { mails: outbox.list().map(({ sentAt, ...mail }) => ({ ...mail, sent_at: sentAt })) };
    },
  }),
];

const toView = (context: DashboardContext, source: string, operation: Operation): OperationView => {
  const { path, summary, description, price, request, record, examples } = operation;
  return {
    path,
    summary,
    description,
    examples,
    example_csv: exampleFile(operation),
    lookup_prices: lookupPrices(context, source, request.properties),
    price: { kind: price.kind, credits: price.credits, results: price.results, words: price.words },
    request: { title: request.title, required: request.required, properties: request.properties },
    record: {
      title: record.title,
      fields: Object.keys(record.properties),
      units: unitsOf(record),
      meanings: meaningsOf(record),
      values: Object.fromEntries(valuePaths(record)),
    },
  };
};

/** Two examples as a file for a batch. */
function exampleFile({ request, examples }: Operation): string {
  const shown = examples.slice(0, 2);
  const names = new Set([...request.required, ...shown.flatMap((example) => Object.keys(example))]);
  return toCsv([...names], shown);
}

/** The price of looking up a value, in words: nothing on a stand-in. */
function lookupPrices({ service, isStandIn }: DashboardContext, source: string, fields: Record<string, object>) {
  const priced = Object.entries(fields).flatMap(([name, field]): Array<[string, string]> => {
    const by = service.registry.byPath(fieldLookup(field)?.operation ?? "");
    if (!by) return [];
    const price = isStandIn(source) ? ", free" : `: ${by.operation.price.words}, free if cached`;
    return [[name, `Suggestions from the site${price}.`]];
  });
  return Object.fromEntries(priced);
}
