import { Readable } from "node:stream";
import { Type } from "typebox";
import { factFields } from "../contract/answer-facts.ts";
import { content, json, page } from "../contract/endpoint.ts";
import { choice, integer, listOf, moment, orNull, uuid, words } from "../contract/shapes.ts";
import { FREE, found, group, pageFields, pageOf, parseTime } from "./context.ts";

const defineEndpoint = group("token", "request", { callers: ["key"], limits: ["tokenCalls"] });

const User = Type.Object(
  {
    id: uuid(),
    front_id: words(),
    login: words(),
    role: choice(["member", "admin"]),
    email: words(),
    name: words(),
    created_at: orNull(moment()),
    modified_at: orNull(moment()),
    last_login_at: orNull(moment()),
    email_verified: Type.Boolean(),
  },
  { title: "User" },
);

const TokenStatistic = Type.Object(
  {
    id: uuid(),
    user: User,
    is_primary: Type.Boolean(),
    points: integer({ description: "Points left on the account; the same for all its keys." }),
    plan: words(),
    usage_context: Type.Unsafe<string>({ type: "string", enum: ["standard", "mcp_only"] }),
    expires_at: orNull(moment()),
    created_at: orNull(moment()),
    last_used_at: orNull(moment()),
    ten_second_limit: integer(),
    minutely_limit: integer(),
    hourly_limit: integer(),
    daily_limit: integer(),
    monthly_limit: integer(),
    ten_second_usage: integer(),
    minutely_usage: integer(),
    hourly_usage: integer(),
    daily_usage: integer(),
    monthly_usage: integer(),
    is_recommended: Type.Boolean({ description: "The key to use by default." }),
  },
  { title: "TokenStatistic" },
);

const RequestRow = Type.Object(
  {
    id: words({ description: "The `x-request-id`." }),
    endpoint: words(),
    cost: integer(),
    is_paid: Type.Boolean(),
    plan: words(),
    points_left: orNull(integer()),
    started_at: orNull(moment()),
    duration: orNull(Type.Number({ description: "Seconds." })),
    response_status_code: orNull(integer()),
    response_error_text: orNull(words()),
    response_count: orNull(integer()),
    timeout: integer(),
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
    query: Type.Object({ ...range, ...pageFields }),
    answer: page(RequestRow, "The requests."),
    client: { method: "requests" },
    handle: ({ caller, query }, { tokens }) =>
      tokens.requests(caller.byKey, {
        start: parseTime(query.start_time),
        end: parseTime(query.end_time),
        ...pageOf(query),
      }),
  }),
  defineEndpoint("GET /token/requests/count", {
    id: "tokenRequestsCount",
    summary: "Number of requests in the history",
    description: FREE,
    query: Type.Object(range),
    answer: json(200, Type.Object({ total: integer() }), "The number."),
    client: { method: "countRequests", pick: "total" },
    handle: async ({ caller, query }, { tokens }) => ({
      total: await tokens.countRequests(caller.byKey, {
        start: parseTime(query.start_time),
        end: parseTime(query.end_time),
      }),
    }),
  }),
  defineEndpoint("GET /token/requests/{id}/evidence", {
    id: "tokenRequestEvidence",
    thing: NO_EVIDENCE,
    summary: "The site's responses to a request, as WARC",
    description: `Available for 7 days for a request with \`x-evidence: keep\` or a \`drift\` warning, to any key of its account. Cookies, tokens and other secrets are removed. ${FREE}`,
    params: Type.Object({ id: uuid({ description: "The x-request-id." }) }),
    answer: content(["application/gzip"], "The exchanges with the site."),
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
