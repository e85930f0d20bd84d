import { resultsEnds } from "../contract/findings.ts";
import type { Operation } from "../contract/operation.ts";
import { practiceFaults } from "../contract/practice-faults.ts";
import { warningCatalogue } from "../contract/warnings.ts";

/**
 * Every response header, in one list: the reference page and the table in `docs/calling.md` are generated from it. Headers
 * are text on the wire, so their schemas say so.
 */
interface AnswerHeader {
  meaning: string;
  /** Which responses have it. */
  on: string;
  example: string;
  schema?: Record<string, unknown>;
}

const whole = { type: "string", pattern: "^[0-9]+$" };

export const headerCatalogue = {
  "x-request-id": {
    meaning: "Identifies the request in the history and the log: your own UUID where you sent one.",
    on: "every response",
    example: "5f0c6c9e-6a2f-4d3c-9c8e-0b9d7b1f2a10",
    schema: { type: "string", format: "uuid" },
  },
  "x-execution-time": {
    meaning: "Seconds the request took. For a stream: seconds until its first record.",
    on: "every response of a data operation",
    example: "0.412",
    schema: { type: "string", pattern: "^[0-9]+\\.[0-9]{3}$" },
  },
  "x-credits-charged": {
    meaning: "Points charged for this response.",
    on: "every response of a data operation; a trailer of a stream",
    example: "10",
    schema: whole,
  },
  "x-token-points": {
    meaning:
      "Points left on the account. A stream's header already subtracts the hold; its trailer has the final number.",
    on: "every response to a known key; also a trailer of a stream",
    example: "990",
    schema: whole,
  },
  "ratelimit-policy": {
    meaning:
      "The key's five rate windows (10 seconds, minute, hour, day, calendar month; fixed, UTC): quota and length in seconds.",
    on: "every response to a known key",
    example:
      '"ten_second";q=5;w=10, "minutely";q=20;w=60, "hourly";q=200;w=3600, "daily";q=1000;w=86400, "monthly";q=5000;w=2592000',
  },
  ratelimit: {
    meaning: "Requests left in each window, and seconds until the window resets.",
    on: "every response to a known key",
    example:
      '"ten_second";r=4;t=8, "minutely";r=19;t=38, "hourly";r=199;t=1838, "daily";r=999;t=41438, "monthly";r=4999;t=1337438',
  },
  "x-results-end": {
    meaning:
      "Why there are no more records: `count` (you asked for this many), `exhausted` (there are no others) or `source-limit` (the site shows no more). Without it, a response is not complete: it is an error, or was cut off.",
    on: "200; a trailer of a stream",
    example: "count",
    schema: { type: "string", enum: [...resultsEnds] },
  },
  "x-results-total": {
    meaning: "Total number of results that the site reports.",
    on: "200 if the site says so; also a trailer of a stream",
    example: "1284",
    schema: whole,
  },
  "x-resolved": {
    meaning:
      "How a text in the request was understood: a JSON object, percent-encoded UTF-8 (`JSON.parse(decodeURIComponent(value))`).",
    on: "200 if there was something to resolve; also a trailer of a stream",
    example: "%7B%22destination%22%3A%22Lisbon%22%2C%22id%22%3A-2167973%7D",
  },
  "x-warnings": {
    meaning:
      "Comma-separated warning codes (see the next table). What follows the colon of a code is percent-encoded UTF-8 (`decodeURIComponent`).",
    on: "200 with warnings; `request_id_replaced` on any response; also a trailer of a stream",
    example: Object.keys(warningCatalogue)[0]!,
  },
  "x-evidence": {
    meaning: "`kept`: `GET /token/requests/{x-request-id}/evidence` has the site's responses for 7 days.",
    on: "the response to a request with `x-evidence: keep`, or with a `drift` warning; not on a stream, because its headers are sent first",
    example: "kept",
    schema: { type: "string", const: "kept" },
  },
  age: {
    meaning: "Age of a cached result in seconds (RFC 9111). It is free. Send `cache-control: no-cache` for a new one.",
    on: "200 of a lookup, if the result was cached; 200 with `x-cache`",
    example: "3600",
    schema: whole,
  },
  "x-stand-in": {
    meaning:
      "`true`: a stand-in gave the records, which are made up, because the source has no live address here or the key is a test key.",
    on: "every response with records of a stand-in; also a trailer of a stream",
    example: "true",
    schema: { type: "string", const: "true" },
  },
  "x-retain": {
    meaning:
      "`none`: nothing is kept of the request and the response but the time, the operation, the status and the cost.",
    on: "the response to a request with `x-retain: none`",
    example: "none",
    schema: { type: "string", const: "none" },
  },
  "x-cache": {
    meaning:
      "Your account's own answer to an equal request, given again, free: `hit` if it is as recent as `max-age` allows, `stale` if the site failed and `stale-if-error` allows an older one.",
    on: "200 to a request with `cache-control: max-age` or `stale-if-error`, if the site was not asked or failed",
    example: "hit",
    schema: { type: "string", enum: ["hit", "stale"] },
  },
  "x-cache-request-id": {
    meaning: "The request that the answer was first given to.",
    on: "200 with `x-cache`",
    example: "5f0c6c9e-6a2f-4d3c-9c8e-0b9d7b1f2a10",
    schema: { type: "string", format: "uuid" },
  },
  "idempotent-replayed": {
    meaning: "`true`: this repeats the response to an earlier request with the same `Idempotency-Key`.",
    on: "a repeated response",
    example: "true",
    schema: { type: "string", const: "true" },
  },
  "x-error": { meaning: "The error detail in ASCII, on one line.", on: "every error", example: "Not enough points." },
  "x-error-code": {
    meaning: "Code of the error, as in the error reference.",
    on: "every error",
    example: "not_enough_points",
  },
  "x-hint": {
    meaning:
      "The lookup that finds valid values of a wrong field, and the nearest values of a fixed list; at a stand-in that has nothing, texts that work there.",
    on: "422 if there is a lookup for the wrong field; 412, or 200 without records, of a stand-in",
    example: 'travel_groups.0: Did you mean "adults_only"? Look up valid values with POST /api/stays/filters.',
  },
  "retry-after": {
    meaning: "Seconds to wait before trying again.",
    on: "429, 503, 409, and 412 if the source asks to wait",
    example: "8",
    schema: whole,
  },
  "www-authenticate": {
    meaning: "How to send the key.",
    on: "401",
    example: 'ApiKey realm="winnow", header="access-token"',
  },
  allow: { meaning: "The methods that the path supports.", on: "405", example: "POST" },
  "x-next-cursor": {
    meaning: "The `cursor` of the next page. It serves its own list only; another list's, or a changed one, is 422.",
    on: "lists and stored records, if there is a next page",
    example: "MTgwMzg1OTIwMDAwMC40Mg",
  },
  link: {
    meaning: 'The address of the next page, as `rel="next"` (RFC 8288), relative to this one.',
    on: "every response with `x-next-cursor`",
    example: '</token/requests?limit=10&cursor=MTgwMzg1OTIwMDAwMC40Mg>; rel="next"',
  },
  "x-results-count": {
    meaning: "How many records the body has. If you read fewer, the response was cut off.",
    on: "200 with records, except a stream",
    example: "20",
    schema: whole,
  },
  "x-recalled": {
    meaning: "The recalls that found wrong values in these records (`GET /recalls`).",
    on: "stored records of which some were recalled",
    example: "12",
  },
  "x-records-expired": {
    meaning: "How many records of the batch are not in the file because they have expired (after 7 days).",
    on: "the records of a batch, if some have expired",
    example: "5",
    schema: whole,
  },
  "content-encoding": {
    meaning:
      "`zstd`, `br` or `gzip`, if `accept-encoding` allows it and the response is larger than 1 kB. A stream is compressed record by record.",
    on: "a compressed response",
    example: "br",
  },
  etag: {
    meaning: "Send it in `if-none-match`; if nothing changed you get 304 without a body.",
    on: "stored records and links to them, `/openapi.json`, `/docs`, `/llms.txt`, static files",
    example: 'W/"q0f3v1nB0yX6cV2m3a7d1g"',
  },
  "accept-ranges": {
    meaning: "`bytes`: the file can be read in parts, with `Range` and `If-Range`. `none`: only whole.",
    on: "stored records and links to them",
    example: "bytes",
    schema: { type: "string", enum: ["bytes", "none"] },
  },
  "content-range": {
    meaning: "Which bytes of the file the body has, and how many the file has.",
    on: "206 and 416",
    example: "bytes 0-65535/1048576",
  },
  "cache-control": {
    meaning: "`no-store` on responses of the API, because they are private.",
    on: "every response",
    example: "no-store",
  },
} as const satisfies Record<string, AnswerHeader>;

export type HeaderName = keyof typeof headerCatalogue;

const rows: Array<[string, AnswerHeader]> = Object.entries(headerCatalogue);

/** Standard HTTP headers need no description there. */
const general = new Set<string>(["allow", "content-encoding", "cache-control"] satisfies HeaderName[]);

/** For the reference page. */
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

/** Winnow's own warnings, then those of the operations. */
export function warningsTable(operations: ReadonlyArray<Pick<Operation, "path" | "warnings">>): string {
  const own = operations.flatMap(({ path, warnings = {} }) =>
    Object.entries(warnings).map(([code, meaning]) => [code, `${meaning} (\`${path}\`)`] as const),
  );
  const rows = [...Object.entries(warningCatalogue), ...own].map(([code, meaning]) => `| \`${code}\` | ${meaning} |`);
  return ["| code in `x-warnings` | meaning |", "| --- | --- |", ...rows].join("\n");
}

/** The values of `x-fault`. */
export const faultsTable = (): string => `| value | what happens |
| --- | --- |
${Object.entries(practiceFaults)
  .map(([name, words]) => `| \`${name}\` | ${words.charAt(0).toUpperCase()}${words.slice(1)}. |`)
  .join("\n")}`;
