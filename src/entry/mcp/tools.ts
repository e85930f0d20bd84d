/**
 * The five tools, in few words: they stand in an agent's context for as long as it is connected. Arguments are checked
 * against these schemas, after `common-spellings.ts` has put what agents often write into their form.
 */

const name = { type: "string", minLength: 1, maxLength: 200 };
const resultId = {
  type: "string",
  pattern: "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$",
};
const fields = { type: "array", items: name, maxItems: 100 };
const offset = { type: "integer", minimum: 0, maximum: 1_000_000, default: 0 };
const records = { type: "array" };
const whole = { type: "integer" };

const input = (properties: Record<string, unknown>, required: string[] = []) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
const output = (properties: Record<string, unknown>) => ({ type: "object", properties });
const free = { readOnlyHint: true, openWorldHint: false };

export const operators = ["eq", "ne", "gt", "gte", "lt", "lte", "contains", "in", "is_null", "not_null"] as const;
export const aggregates = ["count", "sum", "avg", "min", "max"] as const;
export const exportFormats = ["json", "ndjson", "csv"] as const;

export const tools = [
  {
    name: "discover",
    description:
      "Free. Without arguments: all operations with price. With `operation`: its request and record fields, and an example. Call it before execute.",
    inputSchema: input({
      operation: { ...name, description: "Such as nlretail/products/search." },
      values_of: { ...name, description: "A request field with a long list of values." },
    }),
    outputSchema: { type: "object" },
    annotations: free,
  },
  {
    name: "execute",
    description:
      "Runs an operation on the live site; costs points if it succeeds. Gives the first 10 records, total, cost and a result_id; then get_page, query or export: free.",
    inputSchema: input(
      {
        operation: name,
        request: { type: "object", description: "Fields as told by discover." },
        max_cost: { type: "integer", minimum: 0, description: "Refuse if it could cost more." },
        idempotency_key: {
          type: "string",
          pattern: "^[\\x20-\\x7e]{1,255}$",
          description: "A repeat is not charged.",
        },
        background: { type: "boolean", description: "Read result_id later." },
        no_cache: { type: "boolean" },
      },
      ["operation", "request"],
    ),
    outputSchema: output({
      ...{ result_id: { type: "string" }, total: whole, shown: whole, credits_charged: whole },
      ...{ points_left: {}, results_end: { type: ["string", "null"] }, results_total: {}, resolved: {} },
      ...{ warnings: { type: "array" }, age: {}, records },
    }),
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
  },
  {
    name: "get_page",
    description: "Free. Records of a result, from offset on. Results are kept 7 days.",
    inputSchema: input(
      { result_id: resultId, offset, limit: { type: "integer", minimum: 1, maximum: 100, default: 10 }, fields },
      ["result_id"],
    ),
    outputSchema: output({ total: whole, offset: whole, records }),
    annotations: free,
  },
  {
    name: "query",
    description:
      "Free. Filters, sorts, groups and aggregates a result. Order: where, group_by with aggregate, sort, offset, limit, fields. A dot goes inside a record: price.amount.",
    inputSchema: input(
      {
        result_id: resultId,
        where: {
          type: "array",
          maxItems: 20,
          description: "All must hold.",
          items: input({ field: name, op: { enum: operators }, value: {} }, ["field", "op"]),
        },
        group_by: { type: "array", maxItems: 5, items: name },
        aggregate: {
          type: "array",
          maxItems: 10,
          items: input({ fn: { enum: aggregates }, field: name, as: name }, ["fn"]),
        },
        sort: {
          type: "array",
          maxItems: 5,
          items: input({ field: name, order: { enum: ["asc", "desc"] } }, ["field"]),
        },
        ...{ fields, offset, limit: { type: "integer", minimum: 1, maximum: 100, default: 20 } },
      },
      ["result_id"],
    ),
    outputSchema: output({ total: whole, rows: records }),
    annotations: free,
  },
  {
    name: "export",
    description: "Free. A file: size, columns, three examples, a download link (24 hours); the text only below 8 KiB.",
    inputSchema: input({ result_id: resultId, format: { enum: exportFormats, default: "json" }, fields }, [
      "result_id",
    ]),
    outputSchema: output({
      ...{ url: { type: "string" }, total: whole, bytes: whole },
      ...{ columns: records, examples: records },
    }),
    annotations: free,
  },
] as const;

export type ToolName = (typeof tools)[number]["name"];
