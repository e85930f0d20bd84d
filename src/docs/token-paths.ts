import { catalogue } from "../contract/catalogue.ts";
import { headerRefs } from "./headers.ts";

const windows = ["ten_second", "minutely", "hourly", "daily", "monthly"];
const uuid = { type: "string", format: "uuid" };
const moment = { type: ["string", "null"], format: "date-time" };
const text = { type: "string" };
const whole = { type: "integer" };
const flag = { type: "boolean" };

export const tokenSchemas = {
  User: {
    type: "object",
    properties: {
      id: uuid,
      front_id: text,
      login: text,
      role: { type: "string", enum: ["member", "admin"] },
      email: text,
      name: text,
      created_at: moment,
      modified_at: moment,
      last_login_at: moment,
      email_verified: flag,
    },
  },
  TokenStatistic: {
    type: "object",
    properties: {
      id: uuid,
      user: { $ref: "#/components/schemas/User" },
      is_primary: flag,
      points: { ...whole, description: "Points left on the account; the same for all its keys." },
      plan: text,
      usage_context: { type: "string", enum: ["standard", "mcp_only"] },
      expires_at: moment,
      created_at: moment,
      last_used_at: moment,
      ...Object.fromEntries(windows.map((name) => [`${name}_limit`, whole])),
      ...Object.fromEntries(windows.map((name) => [`${name}_usage`, whole])),
      is_recommended: flag,
    },
  },
  RequestRow: {
    type: "object",
    properties: {
      id: uuid,
      endpoint: text,
      cost: whole,
      is_paid: flag,
      plan: text,
      points_left: { type: ["integer", "null"] },
      started_at: moment,
      duration: { type: ["number", "null"], description: "Seconds." },
      response_status_code: { type: ["integer", "null"] },
      response_error_text: { type: ["string", "null"] },
      response_count: { type: ["integer", "null"] },
      timeout: whole,
      results_end: {
        type: ["string", "null"],
        enum: ["count", "exhausted", "source-limit", null],
        description: "Why there were no more records.",
      },
      results_total: { type: ["integer", "null"], description: "How many results the site says it has." },
      resolved: {
        type: ["object", "null"],
        additionalProperties: { type: ["string", "number"] },
        description: "How a text in the request was understood.",
      },
      warnings: { type: "array", items: text, description: "Warning codes." },
      age: {
        type: ["integer", "null"],
        description: "Age of a cached result in seconds.",
      },
    },
  },
};

const error = (status: number) => [status, { $ref: `#/components/responses/${status}` }] as const;
const json = (schema: object, description: string) => ({ description, content: { "application/json": { schema } } });
const failed = (description: string, detail: string) => ({
  description,
  content: { "application/json": { schema: { $ref: "#/components/schemas/Error" }, example: { detail } } },
});
const range = (["start_time", "end_time"] as const).map((name) => ({
  name,
  in: "query",
  description: name === "start_time" ? "Only requests started at or after this." : "Only requests started before this.",
  schema: { type: "string", format: "date-time" },
}));
const free = "Free and not counted in any rate window; limited per address.";

export const tokenPaths = {
  "/token/statistic": {
    get: {
      operationId: "tokenStatistic",
      tags: ["token"],
      summary: "The caller's keys with plan, points, limits and usage",
      description: `One record for each key of the caller's account; a key for some sources sees only itself. ${free}`,
      responses: {
        200: json({ type: "array", items: { $ref: "#/components/schemas/TokenStatistic" } }, "The keys."),
        ...Object.fromEntries([error(401), error(429), error(500)]),
      },
    },
  },
  "/token/requests": {
    get: {
      operationId: "tokenRequests",
      tags: ["token"],
      summary: "The caller's history, newest first",
      description: `For the next page, send the \`x-next-cursor\` of the response as \`cursor\`. ${free}`,
      parameters: [
        ...range,
        {
          name: "limit",
          in: "query",
          description: "Rows per page.",
          schema: { type: "integer", minimum: 1, maximum: 100, default: 10 },
        },
        {
          name: "cursor",
          in: "query",
          description: "The `x-next-cursor` of the last page.",
          schema: { type: "string" },
        },
      ],
      responses: {
        200: {
          ...json({ type: "array", items: { $ref: "#/components/schemas/RequestRow" } }, "The requests."),
          headers: headerRefs("x-next-cursor"),
        },
        ...Object.fromEntries([error(401), error(422), error(429), error(500)]),
      },
    },
  },
  "/token/requests/count": {
    get: {
      operationId: "tokenRequestsCount",
      tags: ["token"],
      summary: "Number of requests in the history",
      description: free,
      parameters: range,
      responses: {
        200: json({ type: "object", required: ["total"], properties: { total: whole } }, "The number."),
        ...Object.fromEntries([error(401), error(422), error(429), error(500)]),
      },
    },
  },
  "/token/requests/{id}/evidence": {
    get: {
      operationId: "tokenRequestEvidence",
      tags: ["token"],
      summary: "The site's responses to a request, as WARC",
      description: `Available for 7 days for a request with \`x-evidence: keep\`, to any key of its account. Cookies, tokens and other secrets are removed. ${free}`,
      parameters: [{ name: "id", in: "path", required: true, description: "The x-request-id.", schema: uuid }],
      responses: {
        200: {
          description: "The exchanges with the site.",
          content: { "application/gzip": { schema: { type: "string", contentMediaType: "application/warc" } } },
        },
        ...Object.fromEntries([error(401), error(404), error(429), error(500)]),
      },
    },
  },
  "/health": {
    get: {
      operationId: "health",
      tags: ["service"],
      summary: "Whether the service is ready",
      description: "503 while it starts or stops. Needs no key.",
      security: [],
      responses: {
        200: json({ type: "object", properties: { status: { const: "ok" } } }, "Ready."),
        405: failed("Any method but GET.", catalogue.method_not_allowed.text),
        503: failed("Not ready.", "The service is stopping."),
      },
    },
  },
};
