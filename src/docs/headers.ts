import { warningCatalogue } from "../contract/warnings.ts";

/**
 * Every header that an answer can have, in one list: the reference page and the table of `docs/calling.md` are made
 * from it. On the wire all of them are text, so that is what their schemas say.
 */
interface AnswerHeader {
  meaning: string;
  /** On which answers it is. */
  on: string;
  example: string;
  schema?: Record<string, unknown>;
}

const whole = { type: "string", pattern: "^[0-9]+$" };

export const headerCatalogue = {
  "x-request-id": {
    meaning: "Identifies the request in the history and the log: your own UUID where you sent one.",
    on: "every answer of the service",
    example: "5f0c6c9e-6a2f-4d3c-9c8e-0b9d7b1f2a10",
    schema: { type: "string", format: "uuid" },
  },
  "x-execution-time": {
    meaning: "Seconds it took; of a stream, until its first record.",
    on: "every answer of a data operation",
    example: "0.412",
    schema: { type: "string", pattern: "^[0-9]+\\.[0-9]{3}$" },
  },
  "x-credits-charged": {
    meaning: "What the answer cost.",
    on: "every answer of a data operation; a trailer of a stream",
    example: "10",
    schema: whole,
  },
  "x-token-points": {
    meaning:
      "Points left on the account. In the head of a stream its hold is taken off; the trailer has the final number.",
    on: "every answer to a known key; also a trailer of a stream",
    example: "990",
    schema: whole,
  },
  "ratelimit-policy": {
    meaning:
      "The five windows of the key (10 seconds, minute, hour, day, calendar month; fixed, UTC): quota and length in seconds.",
    on: "every answer to a known key",
    example:
      '"ten_second";q=5;w=10, "minutely";q=20;w=60, "hourly";q=200;w=3600, "daily";q=1000;w=86400, "monthly";q=5000;w=2592000',
  },
  ratelimit: {
    meaning: "What is left in each window, and the seconds until it starts anew.",
    on: "every answer to a known key",
    example:
      '"ten_second";r=4;t=8, "minutely";r=19;t=38, "hourly";r=199;t=1838, "daily";r=999;t=41438, "monthly";r=4999;t=1337438',
  },
  "x-results-end": {
    meaning:
      "Why there are no more records: `count` (as many as asked for), `exhausted` (all there are) or `source-limit` (the site shows no more). Absent where the client left the stream.",
    on: "200; a trailer of a stream",
    example: "count",
    schema: { type: "string", enum: ["count", "exhausted", "source-limit"] },
  },
  "x-results-total": {
    meaning: "How many the site says it has.",
    on: "200 where the site says it; also a trailer of a stream",
    example: "1284",
    schema: whole,
  },
  "x-resolved": {
    meaning:
      "What a text was taken to mean: a JSON object, percent-encoded UTF-8 (`JSON.parse(decodeURIComponent(value))`).",
    on: "200 where there was something to resolve; also a trailer of a stream",
    example: "%7B%22destination%22%3A%22Lisbon%22%2C%22id%22%3A-2167973%7D",
  },
  "x-warnings": {
    meaning: "Codes, between commas, of what had no effect (below).",
    on: "200 where there are any; `request_id_replaced` on any answer; also a trailer of a stream",
    example: Object.keys(warningCatalogue)[0]!,
  },
  "x-evidence": {
    meaning: "`kept`: what the site answered is at `GET /token/requests/{x-request-id}/evidence` for 7 days.",
    on: "an answer to a request with `x-evidence: keep`; not on a stream, whose head is sent before",
    example: "kept",
    schema: { type: "string", const: "kept" },
  },
  age: {
    meaning:
      "Seconds since the site was asked (RFC 9111): the answer is a kept one, and free. `cache-control: no-cache` asks the site.",
    on: "200 of a lookup, where its answer was kept",
    example: "3600",
    schema: whole,
  },
  "idempotent-replayed": {
    meaning: "`true`: the answer is that of an earlier request with the same `Idempotency-Key`.",
    on: "such an answer",
    example: "true",
    schema: { type: "string", const: "true" },
  },
  "x-error": { meaning: "The detail in ASCII, on one line.", on: "every error", example: "Not enough points." },
  "x-error-code": {
    meaning: "Which row of the error catalogue it is.",
    on: "every error",
    example: "not_enough_points",
  },
  "x-hint": {
    meaning: "Which lookup finds the value of a field that was wrong, and the nearest values of a closed list.",
    on: "422 where a lookup feeds the field and the body does not fit the schema",
    example: 'travel_groups.0: Did you mean "adults_only"? POST /api/stays/filters finds what to send.',
  },
  "retry-after": {
    meaning: "Seconds to wait before trying again.",
    on: "429, 503, 409, and 412 where the source asks to wait",
    example: "8",
    schema: whole,
  },
  "www-authenticate": {
    meaning: "How to send the key.",
    on: "401",
    example: 'ApiKey realm="winnow", header="access-token"',
  },
  allow: { meaning: "The methods that the path has.", on: "405", example: "POST" },
  "x-next-cursor": {
    meaning: "The `cursor` of the next page.",
    on: "`GET /token/requests` while there are older rows",
    example: "MTgwMzg1OTIwMDAwMC40Mg",
  },
  "content-encoding": {
    meaning:
      "`zstd`, `br` or `gzip`, where `accept-encoding` asks for it and the answer is above 1 kB. A stream is packed record by record.",
    on: "such an answer",
    example: "br",
  },
  etag: {
    meaning: "Of what does not change: with it in `if-none-match` the answer is 304, without a body.",
    on: "`/openapi.json`, `/docs`, `/llms.txt`, static files",
    example: 'W/"q0f3v1nB0yX6cV2m3a7d1g"',
  },
  "cache-control": {
    meaning: "`no-store` on answers of the API, which are yours alone.",
    on: "every answer of the service",
    example: "no-store",
  },
} as const satisfies Record<string, AnswerHeader>;

type HeaderName = keyof typeof headerCatalogue;

const rows = Object.entries(headerCatalogue as Record<string, AnswerHeader>);

/** Those of HTTP itself need no description there. */
const general = new Set<string>(["allow", "content-encoding", "etag", "cache-control"] satisfies HeaderName[]);

/** As the reference page describes them. */
export const headerComponents = Object.fromEntries(
  rows
    .filter(([name]) => !general.has(name))
    .map(([name, { meaning, on, example, schema = { type: "string" } }]) => [
      name,
      { description: `${meaning} On ${on}.`, schema, example },
    ]),
);

export const headerRefs = (...names: HeaderName[]): Record<string, { $ref: string }> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

export const headersTable = (): string => `| header | on | meaning |
| --- | --- | --- |
${rows.map(([name, { meaning, on }]) => `| \`${name}\` | ${on} | ${meaning} |`).join("\n")}`;

export const warningsTable = (): string => `| code in \`x-warnings\` | meaning |
| --- | --- |
${Object.entries(warningCatalogue)
  .map(([code, meaning]) => `| \`${code}\` | ${meaning} |`)
  .join("\n")}`;
