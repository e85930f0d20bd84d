/** The five tools, in few words: they stand in an agent's context for as long as it is connected. */

const resultId = { type: "string", description: "From execute." };
const fields = {
  type: "array",
  items: { type: "string" },
  description: "Fields to keep; a dot goes inside: price.amount.",
};

export const tools = [
  {
    name: "discover",
    description:
      "Free. Without arguments: all operations with price. With `operation`: its request and record fields, and an example. Call it before execute.",
    inputSchema: {
      type: "object",
      properties: {
        operation: { type: "string", description: "Such as nlretail/products/search." },
        values_of: { type: "string", description: "A request field whose long list of values is wanted." },
      },
    },
    annotations: { title: "Discover operations", readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  },
  {
    name: "execute",
    description:
      "Runs an operation on the live site; costs points (only if it succeeds). Gives the first 10 records, the total, the cost and a result_id; read on with get_page, query or export, which are free.",
    inputSchema: {
      type: "object",
      properties: {
        operation: { type: "string" },
        request: { type: "object", description: "Fields as told by discover." },
        max_cost: { type: "integer", description: "Refuse if it could cost more points." },
        idempotency_key: { type: "string", description: "Repeating a call with it is not charged again." },
      },
      required: ["operation", "request"],
    },
    annotations: { title: "Run an operation", readOnlyHint: true, openWorldHint: true },
  },
  {
    name: "get_page",
    description: "Free. Records of a result, from offset on. Results are kept 7 days.",
    inputSchema: {
      type: "object",
      properties: {
        result_id: resultId,
        offset: { type: "integer", minimum: 0, default: 0 },
        limit: { type: "integer", minimum: 1, maximum: 100, default: 10 },
        fields,
      },
      required: ["result_id"],
    },
    annotations: { title: "Read a result", readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  },
  {
    name: "query",
    description:
      "Free. Filters, sorts, groups and aggregates a result. Order: where, group_by with aggregate, sort, offset, limit, fields.",
    inputSchema: {
      type: "object",
      properties: {
        result_id: resultId,
        where: {
          type: "array",
          description: "All must hold.",
          items: {
            type: "object",
            properties: {
              field: { type: "string" },
              op: { enum: ["eq", "ne", "gt", "gte", "lt", "lte", "contains", "in", "is_null", "not_null"] },
              value: {},
            },
            required: ["field", "op"],
          },
        },
        group_by: { type: "array", items: { type: "string" } },
        aggregate: {
          type: "array",
          items: {
            type: "object",
            properties: {
              fn: { enum: ["count", "sum", "avg", "min", "max"] },
              field: { type: "string" },
              as: { type: "string" },
            },
            required: ["fn"],
          },
        },
        sort: {
          type: "array",
          items: {
            type: "object",
            properties: { field: { type: "string" }, order: { enum: ["asc", "desc"] } },
            required: ["field"],
          },
        },
        fields,
        offset: { type: "integer", minimum: 0 },
        limit: { type: "integer", minimum: 1, maximum: 100, default: 20 },
      },
      required: ["result_id"],
    },
    annotations: { title: "Query a result", readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  },
  {
    name: "export",
    description: "Free. The whole result as a file.",
    inputSchema: {
      type: "object",
      properties: { result_id: resultId, format: { enum: ["json", "ndjson", "csv"], default: "json" }, fields },
      required: ["result_id"],
    },
    annotations: { title: "Export a result", readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  },
] as const;
