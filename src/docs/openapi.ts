import { answerFacts, factHeaderNames } from "../contract/answer-facts.ts";
import { optionRows, sharedHeaders, textForm } from "../contract/call-options.ts";
import { type CatalogueRow, catalogue, type ErrorCode } from "../contract/catalogue.ts";
import type { JsonSchema } from "../contract/json-schema.ts";
import { primaryKey } from "../contract/operation.ts";
import { usedForPart, usedWithAnother } from "../contract/used-key.ts";
import { endpoints, groupTitles } from "../endpoints/index.ts";
import { payloads } from "../jobs/webhooks/payloads.ts";
import type { Entry, Registry } from "../service/registry.ts";
import { Components, dryRun, refTo } from "./components.ts";
import { endpointErrors, endpointPaths } from "./endpoint-paths.ts";
import { headerComponents, headerRefs } from "./headers.ts";
import { type Json, schemaTitle, toJsonSchema } from "./json.ts";
import { cacheWords } from "./markdown.ts";

/** The errors that a data operation can return, in the order of its checks. */
const operationErrors: ErrorCode[] = [
  "bad_request",
  "key_missing",
  "key_invalid",
  "key_expired",
  "key_revoked",
  "network_forbidden",
  "source_forbidden",
  "mcp_only",
  "nothing_kept",
  "not_enough_points",
  "over_spending_cap",
  "over_max_cost",
  "not_found",
  "method_not_allowed",
  "deadline",
  "queue_timeout",
  "idempotency_running",
  "no_such_thing",
  "blocked",
  "asked_to_wait",
  "not_responding",
  "body_too_large",
  "validation",
  "idempotency_mismatch",
  "result_incomplete",
  "rate_limited",
  "internal",
  "unreadable",
  "source_unavailable",
  "overloaded",
  "unavailable",
];

/** The address for the document's examples and links. */
export const LOCAL = "http://127.0.0.1:8080";

/** The whole API as OpenAPI 3.1, generated from the operations, the endpoints and the error catalogue. */
export function openApiDocument(registry: Registry, server = LOCAL): Json {
  const components = new Components(registry);
  const paths = {
    ...Object.fromEntries(registry.entries.map((entry) => [entry.operation.path, { post: operationItem(entry) }])),
    ...endpointPaths(endpoints, registry, components),
  };
  const webhooks = webhookItems(components);
  return {
    openapi: "3.1.0",
    info: {
      title: "Winnow",
      version: "0.0.1",
      summary: "Send one POST, get a JSON array of clean records, taken live from a public website.",
      description:
        "Send your API key in the `access-token` header. Only status 200 is charged. A price is in credits: 1 credit is 1 point of your balance. The most a request can cost is held before it starts; the rest is released when it ends.\n\n## Quick start\n\n1. [Create an account](/sign-up): you get a key, and points when you confirm your address.\n2. Press “Create a test key” above, or paste a key under Authentication.\n3. Open an operation, press “Test request”, then “Send”. The records are the response; `x-credits-charged` says what they cost.",
      contact: { name: "The operator of this service", url: server },
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: server, description: "This service" }],
    security: [{ accessToken: [] }],
    tags: [
      ...registry.sources.map(({ name, title }) => ({ name, "x-displayName": title, description: title })),
      ...Object.entries(groupTitles).map(([name, description]) => ({
        name,
        "x-displayName": name.charAt(0).toUpperCase() + name.slice(1),
        description,
      })),
    ],
    paths,
    webhooks,
    components: {
      securitySchemes: {
        accessToken: { type: "apiKey", in: "header", name: "access-token", description: "Your API key." },
      },
      headers: headerComponents,
      schemas: components.schemas,
      responses: errorResponses([...new Set([...operationErrors, ...endpoints.flatMap(endpointErrors)])]),
    },
  };
}

/** `nlretail/products/search` is `nlretailProductsSearch`. */
export const operationId = ({ name }: Pick<Entry, "name">): string =>
  name.replace(/[/-](\w)/g, (_, letter: string) => letter.toUpperCase());

/** The messages sent to webhooks. */
const webhookItems = (components: Components): Json =>
  Object.fromEntries(
    payloads.map(([event, payload]) => [
      event,
      {
        post: {
          operationId: `on${payload.title}`,
          tags: ["webhooks"],
          summary: payload.description,
          description: `${payload.description} Signed by the Standard Webhooks specification.`,
          security: [],
          requestBody: {
            required: true,
            content: { "application/json": { schema: components.withRefs(toJsonSchema(payload)) } },
          },
          responses: {
            "2XX": { description: "Received. Anything else is tried again for 24 hours." },
            410: { description: "Gone. The webhook is disabled after a day of failures." },
          },
        },
      },
    ]),
  );

const warningWords = ({ warnings = {} }: Entry["operation"]): string =>
  Object.entries(warnings)
    .map(([code, meaning]) => `\n\n**Warning** \`${code}\`: ${meaning}`)
    .join("");

function operationItem(entry: Entry): Json {
  const { source, operation } = entry;
  const title = schemaTitle(operation.request);
  return {
    operationId: operationId(entry),
    tags: [source.name],
    summary: operation.summary,
    description: `${operation.description}\n\n**Price:** ${operation.price.words}.${cacheWords(operation)}${
      operation.unavailableWhen ? `\n\n**412** when ${operation.unavailableWhen}.` : ""
    }${warningWords(operation)}`,
    "x-primary-key": primaryKey(operation),
    "x-price": {
      kind: operation.price.kind,
      credits: operation.price.credits,
      ...(operation.price.results !== null && { results: operation.price.results }),
    },
    parameters: operation.cache ? operationParameters : withoutCache,
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: refTo(title),
          examples: Object.fromEntries(operation.examples.map((value, index) => [`example${index + 1}`, { value }])),
        },
      },
    },
    responses: {
      200: {
        description:
          "The records. `accept: application/x-ndjson` returns one record per line, `text/csv` a table. For `?dry_run=true` see `x-dry-run`.",
        headers: headerRefs(
          "x-request-id",
          "x-execution-time",
          "x-credits-charged",
          "x-token-points",
          "ratelimit-policy",
          "ratelimit",
          ...factHeaderNames,
          "x-evidence",
          "idempotent-replayed",
          answerFacts.age.header,
          "x-cache",
          "x-cache-request-id",
          "x-retain",
        ),
        content: {
          "application/json": {
            schema: { type: "array", items: refTo(schemaTitle(operation.record)) },
            ...(operation.exampleRecord && { examples: { records: { value: [operation.exampleRecord] } } }),
          },
        },
        // Not as media types: given three, a generator returns a raw stream instead of typed records.
        "x-formats": {
          "application/x-ndjson": "One record per line, as pages arrive.",
          "text/csv": "The records as a table.",
        },
        // Not as an alternative in the schema: every typed call would have to tell it from the records.
        "x-dry-run": { description: "The response to `?dry_run=true`.", schema: dryRun },
      },
      202: {
        description: "Queued, because of `Prefer: respond-async`. `location` is the path of the job.",
        headers: { location: { description: "The job.", schema: { type: "string" } } },
        content: { "application/json": { schema: refTo("Job") } },
      },
      ...Object.fromEntries(
        [...new Set(operationErrors.map((code) => catalogue[code].status))]
          .sort((a, b) => a - b)
          .map((status) => [status, { $ref: `#/components/responses/${status}` }]),
      ),
    },
  };
}

/** Every option of a call. A header is text: code generated by kubb does not compile if one is a number. */
const operationParameters: Json[] = [
  ...optionRows.flatMap(([name, option]) => {
    const { description, ...schema }: JsonSchema = option.schema;
    return option.query ? [{ name, in: "query", description, schema }] : [];
  }),
  ...[...Map.groupBy(optionRows, ([, { header }]) => header)].flatMap(([name = "", [first]]) => {
    const option = first![1];
    if (name === "" || name === "x-picker") return [];
    const { description, format }: JsonSchema = option.schema;
    const pattern = option.directive === undefined ? textForm(option).pattern : "";
    const schema = { type: "string", ...(format && { format }), ...(pattern && { pattern }) };
    return [{ name, in: "header", description: sharedHeaders[name] ?? option.ofHeader ?? description, schema }];
  }),
];
const withoutCache = operationParameters.filter(({ name }) => name !== "cache-control");

function errorResponses(codes: ErrorCode[]): Json {
  const byStatus = new Map<number, Array<[ErrorCode, CatalogueRow]>>();
  for (const code of codes) {
    const row: CatalogueRow = catalogue[code];
    byStatus.set(row.status, [...(byStatus.get(row.status) ?? []), [code, row]]);
  }
  return Object.fromEntries(
    [...byStatus].sort(([a], [b]) => a - b).map(([status, rows]) => [status, response(status, rows)]),
  );
}

/** The errors whose detail is a list. */
const itemsOf: Partial<Record<ErrorCode, object[]>> = {
  validation: [{ type: "missing", loc: ["body", "count"], msg: "Field required", input: {} }],
  idempotency_mismatch: usedWithAnother("body"),
  result_incomplete: usedForPart(25, 15),
};

const response = (status: number, rows: Array<[ErrorCode, CatalogueRow]>): Json => ({
  description: rows.map(([code, row]) => `\`${code}\`: ${row.text} ${row.advice}`).join("\n\n"),
  headers: {
    ...headerRefs("x-request-id", "x-error", "x-error-code"),
    ...(status !== 401 && headerRefs("x-token-points", "ratelimit-policy", "ratelimit")),
    ...(status === 401 && headerRefs("www-authenticate")),
    ...(status === 422 && headerRefs("x-hint")),
    ...(status === 405 && { allow: { description: "The methods that the path has.", schema: { type: "string" } } }),
    ...([409, 412, 429].includes(status) && headerRefs("retry-after")),
  },
  content: {
    "application/json": {
      schema: refTo(status === 422 ? "ValidationError" : "Error"),
      examples: Object.fromEntries(rows.map(([code, row]) => [code, { value: { detail: itemsOf[code] ?? row.text } }])),
    },
  },
});
