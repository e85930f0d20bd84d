import { type Static, type TProperties, Type } from "typebox";
import { factFields } from "../../contract/answer-facts.ts";
import { agentArguments } from "../../contract/call-options.ts";

/**
 * The five tools, in few words, because they stay in an agent's context while it is connected. Arguments are checked
 * against these schemas.
 */

const name = (description?: string) =>
  Type.String({ minLength: 1, maxLength: 200, ...(description && { description }) });
const resultId = Type.String({
  pattern: "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$",
  form: "an id that execute returned",
});
const { Optional } = Type;
const fields = Optional(Type.Array(name(), { maxItems: 100 }));
const offset = Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 }));
const limit = (first: number) => Optional(Type.Integer({ minimum: 1, maximum: 100, default: first }));
const input = <P extends TProperties>(properties: P) => Type.Object(properties, { additionalProperties: false });
const records = { type: "array" };
const whole = { type: "integer" };

const output = (properties: Record<string, unknown>) => ({ type: "object", properties });
const free = { readOnlyHint: true, openWorldHint: false };

export const operators = ["eq", "ne", "gt", "gte", "lt", "lte", "contains", "in", "is_null", "not_null"] as const;
export const aggregates = ["count", "sum", "avg", "min", "max"] as const;
/** The formats of `export`, and the media type of each. */
export const exportTypes = {
  json: "application/json",
  ndjson: "application/x-ndjson",
  csv: "text/csv",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  parquet: "application/vnd.apache.parquet",
};
export type ExportFormat = keyof typeof exportTypes;
const exportFormats = Object.keys(exportTypes) as ExportFormat[];

export const tools = [
  {
    name: "discover",
    description:
      "Free. Without arguments: all operations with price. With `operation`: its request and record fields, and an example. Call it before execute.",
    inputSchema: input({
      operation: Optional(name("Such as nlretail/products/search.")),
      values_of: Optional(name("A request field with a long list of values.")),
    }),
    outputSchema: { type: "object" },
    annotations: free,
  },
  {
    name: "execute",
    description:
      "Runs an operation live; costs points if it succeeds. Gives 10 records, total, cost, result_id; then get_page, query or export: free.",
    inputSchema: input({
      operation: name(),
      request: Type.Unsafe<Record<string, unknown>>({ type: "object", description: "Fields: see discover." }),
      fields,
      background: Optional(Type.Boolean({ description: "Read it later." })),
      // Few options: every word here stays in the agent's context.
      ...agentArguments,
    }),
    outputSchema: output({
      result_id: { type: "string" },
      total: whole,
      shown: whole,
      credits_charged: whole,
      points_left: {},
      ...Object.fromEntries(Object.keys(factFields).map((name) => [name, {}])),
      records,
    }),
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
  },
  {
    name: "get_page",
    description: "Free. Records of a result, from offset on. Kept 7 days.",
    inputSchema: input({ result_id: resultId, offset, limit: limit(10), fields }),
    outputSchema: output({ total: whole, offset: whole, records }),
    annotations: free,
  },
  {
    name: "query",
    description:
      "Free. Queries a result. Order: where, group_by with aggregate, sort, offset, limit, fields. A dot goes inside a record: price.amount.",
    inputSchema: input({
      result_id: resultId,
      where: Optional(
        Type.Array(input({ field: name(), op: Type.Enum(operators), value: Optional(Type.Unknown()) }), {
          maxItems: 20,
          description: "All must hold.",
        }),
      ),
      group_by: Optional(Type.Array(name(), { maxItems: 5 })),
      aggregate: Optional(
        Type.Array(input({ fn: Type.Enum(aggregates), field: Optional(name()), as: Optional(name()) }), {
          maxItems: 10,
        }),
      ),
      sort: Optional(
        Type.Array(input({ field: name(), order: Optional(Type.Enum(["asc", "desc"])) }), { maxItems: 5 }),
      ),
      fields,
      offset,
      limit: limit(20),
    }),
    outputSchema: output({ total: whole, rows: records }),
    annotations: free,
  },
  {
    name: "export",
    description: "Free. A file: columns, three examples, a download link (24 hours); text only below 8 KiB.",
    inputSchema: input({
      result_id: resultId,
      format: Optional(Type.Enum(exportFormats, { default: "json" })),
      fields,
    }),
    outputSchema: output({ url: { type: "string" }, total: whole, bytes: whole, columns: records, examples: records }),
    annotations: free,
  },
] as const;

export type ToolName = (typeof tools)[number]["name"];
/** The checked arguments of each tool. */
export type Arguments = { [T in (typeof tools)[number] as T["name"]]: Static<T["inputSchema"]> };
