import { type CatalogueRow, catalogue, type ErrorCode } from "../contract/catalogue.ts";
import type { Entry, Registry } from "../service/registry.ts";
import { componentsOf, dryRun, refTo } from "./components.ts";
import { headerComponents, headerRefs } from "./headers.ts";
import { batchPaths } from "./jobs/batch-paths.ts";
import { jobPaths } from "./jobs/job-paths.ts";
import { schedulePaths } from "./jobs/schedule-paths.ts";
import { webhookPaths } from "./jobs/webhook-paths.ts";
import type { Json } from "./json.ts";
import { cacheWords } from "./markdown.ts";
import { tokenPaths } from "./token-paths.ts";

/** What a data operation can answer with, in the order of its checks. */
const operationErrors: ErrorCode[] = [
  "bad_request",
  "key_missing",
  "key_invalid",
  "key_expired",
  "key_revoked",
  "network_forbidden",
  "source_forbidden",
  "mcp_only",
  "not_enough_points",
  "over_spending_cap",
  "over_max_cost",
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
  "rate_limited",
  "internal",
  "unreadable",
  "source_unavailable",
  "overloaded",
  "unavailable",
];

/** The whole interface as OpenAPI 3.1, made from the operations and the error catalogue. */
export function openApiDocument(registry: Registry): Json {
  return {
    openapi: "3.1.0",
    info: {
      title: "Winnow",
      version: "0.0.1",
      summary: "One POST in, a JSON array of clean records out, taken live from a public website.",
      description:
        "Send your API key in the `access-token` header. Only an answer with status 200 is ever charged; what a request can cost at most is held before it starts and the rest is freed when it ends.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "This service" }],
    security: [{ accessToken: [] }],
    tags: [
      ...registry.sources.map(({ name, title }) => ({ name, description: title })),
      { name: "jobs", description: "Calls that outlive their connection." },
      { name: "batches", description: "One operation over many bodies." },
      { name: "webhooks", description: "Who is told when something has happened." },
      { name: "schedules", description: "Calls that are repeated by the clock, and what has changed between them." },
      { name: "token", description: "The caller's keys, limits and history." },
      { name: "service", description: "The service itself." },
    ],
    paths: {
      ...Object.fromEntries(registry.entries.map((entry) => [entry.operation.path, { post: operationItem(entry) }])),
      ...jobPaths,
      ...batchPaths,
      ...webhookPaths,
      ...schedulePaths,
      ...tokenPaths,
    },
    components: {
      securitySchemes: {
        accessToken: { type: "apiKey", in: "header", name: "access-token", description: "Your API key." },
      },
      headers: headerComponents,
      schemas: componentsOf(registry),
      responses: errorResponses([...operationErrors, "not_found", "job_not_ended"]),
    },
  };
}

function operationItem({ source, operation, name }: Entry): Json {
  const title = (operation.request as { title: string }).title;
  return {
    operationId: name.replace(/[/-](\w)/g, (_, letter: string) => letter.toUpperCase()),
    tags: [source.name],
    summary: operation.summary,
    description: `${operation.description}\n\n**Price:** ${operation.price.words}.${cacheWords(operation)}${
      operation.unavailableWhen ? `\n\n**412** when ${operation.unavailableWhen}.` : ""
    }`,
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
          "The records found. With `accept: application/x-ndjson` a record a line, with `text/csv` a table; with `?dry_run=true` what `x-dry-run` describes instead.",
        headers: headerRefs(
          "x-request-id",
          "x-execution-time",
          "x-credits-charged",
          "x-token-points",
          "ratelimit-policy",
          "ratelimit",
          "x-results-end",
          "x-results-total",
          "x-resolved",
          "x-warnings",
          "x-evidence",
          "idempotent-replayed",
          ...(operation.cache ? (["age"] as const) : []),
        ),
        content: {
          "application/json": {
            schema: { type: "array", items: refTo((operation.record as { title: string }).title) },
            ...(operation.exampleRecord && { examples: { records: { value: [operation.exampleRecord] } } }),
          },
        },
        // Not as media types: a generator that is given three returns a raw stream instead of typed records.
        "x-formats": {
          "application/x-ndjson": "A record a line, as pages arrive.",
          "text/csv": "The records as a table.",
        },
        // Not as an alternative of the schema: every typed call would have to tell it from the records.
        "x-dry-run": { description: "The answer to `?dry_run=true`.", schema: dryRun },
      },
      202: {
        description: "Queued, where `Prefer: respond-async` was sent: `location` says where to look.",
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
    "`no-cache` asks the site although an answer is kept; `no-store` does too, and keeps nothing; `max-age=N` takes a kept answer of at most N seconds.",
  schema: { type: "string" },
};

const operationParameters = [
  {
    name: "dry_run",
    in: "query",
    description: "`true` checks everything and answers with `max_cost`, `points` and `windows`, without running; free.",
    schema: { type: "boolean" },
  },
  {
    name: "fields",
    in: "query",
    description: "Keeps these fields alone, such as `id,name,price.amount`; an unknown one is 422.",
    schema: { type: "string" },
  },
  {
    name: "idempotency-key",
    in: "header",
    description: "The same key within 24 hours returns the first answer at no charge; another body with it is 422.",
    schema: { type: "string", minLength: 1, maxLength: 255 },
  },
  {
    name: "prefer",
    in: "header",
    description:
      "`respond-async` answers 202 with a job to come back for; `respond-async, wait=N` answers 200 if it is done within N seconds (at most 300).",
    schema: { type: "string" },
  },
  {
    name: "webhook-url",
    in: "header",
    description:
      "With `respond-async`: an address that is told when the job has ended, signed with `GET /webhooks/secret`.",
    schema: { type: "string" },
  },
  {
    name: "x-max-cost",
    in: "header",
    description: "Refuses (403) a request that could cost more points than this.",
    // A header is text: kubb's code does not compile where one is a number.
    schema: { type: "string", pattern: "^[0-9]{1,12}$" },
  },
  {
    name: "x-evidence",
    in: "header",
    description:
      "`keep` stores what the site answered for 7 days: `GET /token/requests/{id}/evidence` gives it as WARC, free.",
    schema: { type: "string", enum: ["keep"] },
  },
  {
    name: "x-stream-summary",
    in: "header",
    description: "`true` ends a stream (NDJSON) with a line of `@type` `WinnowSummary`: its cost, and how it ended.",
    schema: { type: "string", enum: ["true"] },
  },
  {
    name: "x-request-id",
    in: "header",
    description: "A UUID of your own for the request.",
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

const response = (status: number, rows: Array<[ErrorCode, CatalogueRow]>): Json => ({
  description: rows.map(([code, row]) => `\`${code}\`: ${row.text} ${row.advice}`).join("\n\n"),
  headers: {
    ...headerRefs("x-request-id", "x-error", "x-error-code"),
    ...(status !== 401 && headerRefs("x-token-points", "ratelimit-policy", "ratelimit")),
    ...(status === 401 && headerRefs("www-authenticate")),
    ...(status === 422 && headerRefs("x-hint")),
    ...([409, 412, 429].includes(status) && headerRefs("retry-after")),
  },
  content: {
    "application/json": {
      schema: refTo(status === 422 ? "ValidationError" : "Error"),
      examples: Object.fromEntries(
        rows.map(([code, row]) => [
          code,
          {
            value:
              status === 422
                ? { detail: [{ type: "missing", loc: ["body", "count"], msg: "Field required", input: {} }] }
                : { detail: row.text },
          },
        ]),
      ),
    },
  },
});
