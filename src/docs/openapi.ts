import { answerFacts, factHeaderNames } from "../contract/answer-facts.ts";
import { type CatalogueRow, catalogue, type ErrorCode } from "../contract/catalogue.ts";
import { primaryKey } from "../contract/operation.ts";
import { operationQuery } from "../contract/operation-query.ts";
import { practiceFaultNames, practiceFaults } from "../contract/practice-faults.ts";
import { TAGS_PATTERN, TAGS_RULE } from "../contract/tags.ts";
import { usedForPart, usedWithAnother } from "../contract/used-key.ts";
import { endpoints, groupTitles } from "../endpoints/index.ts";
import { payloads } from "../jobs/webhooks/payloads.ts";
import type { Entry, Registry } from "../service/registry.ts";
import { Components, dryRun, refTo } from "./components.ts";
import { endpointErrors, endpointPaths } from "./endpoint-paths.ts";
import { headerComponents, headerRefs } from "./headers.ts";
import { type Json, schemaTitle, toJsonSchema } from "./json.ts";
import { cacheWords } from "./markdown.ts";

const faultWords = practiceFaultNames.map((name) => `\`${name}\`: ${practiceFaults[name]}.`).join(" ");

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
  const described = endpoints;
  const paths = {
    ...Object.fromEntries(registry.entries.map((entry) => [entry.operation.path, { post: operationItem(entry) }])),
    ...endpointPaths(described, registry, components),
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
      responses: errorResponses([...new Set([...operationErrors, ...described.flatMap(endpointErrors)])]),
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
    parameters: operation.cache ? [...operationParameters, cacheControl] : operationParameters,
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

const cacheControl = {
  name: "cache-control",
  in: "header",
  description:
    "Live is the default. `max-age=N` takes your account's own answer to an equal request of at most N seconds ago, free (`x-cache: hit`); `stale-if-error=N` takes one that is N seconds older if the site fails (`x-cache: stale`); `only-if-cached` never asks the site (412 `not_cached`). `no-cache` asks the site although a lookup is cached; `no-store` does too, and its answer is not given again.",
  schema: { type: "string" },
};

const operationParameters = [
  ...Object.entries(operationQuery).map(([name, { description, ...schema }]) => ({
    name,
    in: "query",
    description,
    schema,
  })),
  {
    name: "idempotency-key",
    in: "header",
    description:
      "The same key within 24 hours returns the first response again, free. If a stream was interrupted, it gives all records for the rest of the price. The same key with another body is 422.",
    schema: { type: "string", minLength: 1, maxLength: 255 },
  },
  {
    name: "prefer",
    in: "header",
    description:
      "`respond-async` returns 202 and a job to poll; `respond-async, wait=N` returns 200 if it is done within N seconds (at most 300). `partial=keep`: a job that reaches its timeout keeps, and is charged for, the records that it has.",
    schema: { type: "string" },
  },
  {
    name: "webhook-url",
    in: "header",
    description:
      "With `respond-async`: URL that gets a webhook when the job ends, signed with the secret of `GET /webhooks/secret`.",
    schema: { type: "string" },
  },
  {
    name: "x-max-cost",
    in: "header",
    description: "Refuses the request (403) if it could cost more than this.",
    // A header is text: code generated by kubb does not compile if one is a number.
    schema: { type: "string", pattern: "^[0-9]{1,12}$" },
  },
  {
    name: "x-evidence",
    in: "header",
    description:
      "`keep` stores the site's responses for 7 days. `GET /token/requests/{id}/evidence` returns them as WARC, free.",
    // Not an enum of one value: the reference page would tick it.
    schema: { type: "string", pattern: "^keep$" },
  },
  {
    name: "x-retain",
    in: "header",
    description:
      "`none` keeps nothing of the request and the response but the time, the operation, the status and the cost. A repeat with the same `Idempotency-Key` is then 422 `result_not_kept`. Not with `Prefer: respond-async` or `x-evidence`.",
    schema: { type: "string", pattern: "^none$" },
  },
  {
    name: "x-tag",
    in: "header",
    description: `For usage by tag (\`GET /token/tags\`): ${TAGS_RULE}.`,
    schema: { type: "string", pattern: TAGS_PATTERN },
  },
  {
    name: "x-fault",
    in: "header",
    description: `For test keys (\`wnw_test_\`), to try your own handling of it. ${faultWords}`,
    schema: { type: "string", pattern: `^(${practiceFaultNames.join("|")})$` },
  },
  {
    name: "x-provenance",
    in: "header",
    description: "`true` adds `_provenance` to each record, as `?provenance=true` does.",
    schema: { type: "string", pattern: "^true$" },
  },
  {
    name: "x-stream-summary",
    in: "header",
    description:
      "`true` adds a last line of `@type` `WinnowSummary` to a stream (NDJSON), with its cost and how it ended.",
    schema: { type: "string", pattern: "^true$" },
  },
  {
    name: "x-request-id",
    in: "header",
    description: "Your own UUID for the request.",
    schema: { type: "string", format: "uuid" },
  },
];

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
      examples: Object.fromEntries(
        rows.map(([code, row]) => [
          code,
          {
            value: { detail: itemsOf[code] ?? row.text },
          },
        ]),
      ),
    },
  },
});
