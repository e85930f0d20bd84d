import { Readable } from "node:stream";
import { Type } from "typebox";
import { factFields } from "../contract/answer-facts.ts";
import { content, json, page } from "../contract/endpoint.ts";
import { RecordProvenance } from "../contract/provenance-view.ts";
import { choice, given, integer, listOf, moment, orNull, uuid, words } from "../contract/shapes.ts";
import { FREE, found, group, pageFields, pageOf, parseTime } from "./context.ts";

const defineEndpoint = group("token", "request", { callers: ["key"], limits: ["tokenCalls"] });

const User = Type.Object(
  {
    id: uuid({ description: "The account's id." }),
    front_id: words({ description: "The id that the dashboard shows." }),
    login: words({ description: "The name to sign in with: the address." }),
    role: choice(["member", "admin"], { description: "`admin` may use the administrator's pages." }),
    email: words({ description: "The account's address." }),
    name: words({ description: "The person's name; empty if not given." }),
    created_at: moment({ description: "When the account was created." }),
    modified_at: moment({ description: "When it was last changed." }),
    last_login_at: orNull(moment({ description: "When somebody last signed in to the dashboard." })),
    email_verified: Type.Boolean({ description: "Whether the address is confirmed." }),
  },
  { title: "User" },
);

const TokenStatistic = Type.Object(
  {
    id: uuid({ description: "The key's id." }),
    user: { ...User, description: "The account." },
    is_primary: Type.Boolean({ description: "The account's first key." }),
    points: integer({ description: "Points left on the account; the same for all its keys." }),
    plan: words({ description: "The account's plan." }),
    usage_context: choice(["standard", "mcp_only"], {
      description: "`mcp_only`: the key works for MCP and nothing else.",
    }),
    expires_at: orNull(moment({ description: "When the key expires; null for never." })),
    created_at: moment({ description: "When the key was created." }),
    last_used_at: orNull(moment({ description: "When the key was last used; null for never." })),
    ten_second_limit: integer({ description: "Requests that the plan allows in ten seconds." }),
    minutely_limit: integer({ description: "Requests that the plan allows in a minute." }),
    hourly_limit: integer({ description: "Requests that the plan allows in an hour." }),
    daily_limit: integer({ description: "Requests that the plan allows in a day." }),
    monthly_limit: integer({ description: "Requests that the plan allows in a month." }),
    ten_second_usage: integer({ description: "Requests in the current ten seconds." }),
    minutely_usage: integer({ description: "Requests in the current minute." }),
    hourly_usage: integer({ description: "Requests in the current hour." }),
    daily_usage: integer({ description: "Requests on the current day." }),
    monthly_usage: integer({ description: "Requests in the current month." }),
    is_recommended: Type.Boolean({ description: "The key to use by default." }),
  },
  { title: "TokenStatistic" },
);

const RequestRow = Type.Object(
  {
    id: words({ description: "The `x-request-id`." }),
    endpoint: words({ description: "The path that was called." }),
    cost: integer({ description: "Points charged; 0 unless it succeeded." }),
    is_paid: Type.Boolean({ description: "Whether points were charged." }),
    plan: words({ description: "The account's plan at that time." }),
    points_left: orNull(integer({ description: "Points left after it; null while it runs." })),
    started_at: orNull(moment({ description: "When it arrived." })),
    duration: orNull(Type.Number({ description: "Seconds." })),
    response_status_code: orNull(integer({ description: "The status of its response; null while it runs." })),
    response_error_text: orNull(words({ description: "Why it failed; null if it succeeded." })),
    response_count: orNull(integer({ description: "Number of records in its response." })),
    tags: listOf(words(), { description: "The tags of `x-tag`." }),
    timeout: integer({ description: "The request's own time limit, in seconds." }),
    ...factFields,
  },
  { title: "RequestRow" },
);

const range = {
  start_time: Type.Optional(
    moment({ "x-client-name": "start", description: "Only requests started at or after this." }),
  ),
  end_time: Type.Optional(moment({ "x-client-name": "end", description: "Only requests started before this." })),
};

const tag = Type.Optional(given({ maxLength: 40, description: "Only requests with this tag." }));

export const TagUsage = Type.Object(
  {
    tag: orNull(words({ description: "The tag; null for requests without any." })),
    requests: integer({ description: "Number of requests." }),
    succeeded: integer({ description: "How many of them succeeded." }),
    records: integer({ description: "Records in their responses." }),
    points: integer({ description: "Points charged." }),
  },
  { title: "TagUsage" },
);

export const NO_PAGES =
  "pages of this request: they are kept for a day, unless the caller asked not to, a stream was ended early, or the service was too busy";

const NO_EVIDENCE =
  "evidence: send x-evidence: keep with the request, let it run to its end, and fetch it within 7 days with a key of the same account that is allowed for its source";

/** The caller's own figures. */
export const tokenEndpoints = [
  defineEndpoint("GET /token/statistic", {
    id: "tokenStatistic",
    summary: "The caller's keys with plan, points, limits and usage",
    description: `One record for each key of the caller's account; a key for some sources sees only itself. ${FREE}`,
    answer: json(200, listOf(TokenStatistic), "The keys."),
    client: { method: "statistic" },
    handle: ({ caller }, { tokens }) => tokens.statistic(caller.byKey),
  }),
  defineEndpoint("GET /token/requests", {
    id: "tokenRequests",
    summary: "The caller's history, newest first",
    description: `For the next page, send the \`x-next-cursor\` of the response as \`cursor\`. ${FREE}`,
    query: Type.Object({ ...range, tag, ...pageFields }),
    answer: page(RequestRow, "The requests."),
    client: { method: "requests" },
    handle: ({ caller, query }, { tokens }) =>
      tokens.requests(caller.byKey, {
        start: parseTime(query.start_time),
        end: parseTime(query.end_time),
        tag: query.tag ?? null,
        ...pageOf(query),
      }),
  }),
  defineEndpoint("GET /token/tags", {
    id: "tokenTags",
    summary: "Requests and points by tag",
    description: `The most expensive tag comes first. A request with several tags counts for each of them; \`tag\` is null for those without any. ${FREE}`,
    query: Type.Object(range),
    answer: json(200, listOf(TagUsage), "The tags."),
    client: { method: "tags" },
    handle: ({ caller, query }, { tokens }) =>
      tokens.tags(caller.byKey, { start: parseTime(query.start_time), end: parseTime(query.end_time) }),
  }),
  defineEndpoint("GET /token/requests/count", {
    id: "tokenRequestsCount",
    summary: "Number of requests in the history",
    description: FREE,
    query: Type.Object(range),
    answer: json(200, Type.Object({ total: integer({ description: "The number of requests." }) }), "The number."),
    client: { method: "countRequests", pick: "total" },
    handle: async ({ caller, query }, { tokens }) => ({
      total: await tokens.countRequests(caller.byKey, {
        start: parseTime(query.start_time),
        end: parseTime(query.end_time),
      }),
    }),
  }),
  defineEndpoint("GET /token/requests/{id}/provenance", {
    id: "tokenRequestProvenance",
    summary: "Where the values of a request's records come from",
    description: `For each record of the response, in its order, what \`?provenance=true\` adds: the page, the place on it and the text there. Works for every call, job and line of a batch within a day, because their pages are kept: they are read again. ${FREE}`,
    params: Type.Object({ id: uuid({ description: "The x-request-id, or a job's id." }) }),
    answer: json(200, listOf(RecordProvenance), "One for each record."),
    limits: ["readersOfAnAccount", "readers"],
    client: { method: "provenance" },
    handle: async ({ caller: { owner }, params }, { readProvenance }) =>
      found(await readProvenance(owner.account.id, params.id.toLowerCase(), owner.key.sources), NO_PAGES),
  }),
  defineEndpoint("GET /token/requests/{id}/evidence", {
    id: "tokenRequestEvidence",
    thing: NO_EVIDENCE,
    summary: "The site's responses to a request, as WARC",
    description: `Available for 7 days for a request with \`x-evidence: keep\` or a \`drift\` warning, to any key of its account. Cookies, tokens and other secrets are removed. ${FREE}`,
    params: Type.Object({ id: uuid({ description: "The x-request-id." }) }),
    answer: content("application/gzip", "The exchanges with the site."),
    client: null,
    async handle({ caller, params }, { service }) {
      const id = params.id.toLowerCase();
      const warc = found(await service.evidenceOf(caller.byKey, id), NO_EVIDENCE);
      return {
        type: "application/gzip",
        headers: { "content-disposition": `attachment; filename="${id}.warc.gz"` },
        body: Readable.from(warc(), { objectMode: false }),
      };
    },
  }),
];
