import type { KeyHolder } from "../accounts/types.ts";
import type { Clock } from "../clock.ts";
import { catalogue } from "../contract/catalogue.ts";
import { WinnowError } from "../contract/errors.ts";
import type { ExtractionStats } from "../extraction/types.ts";
import type { StoredAnswer } from "../metering/types.ts";
import { csvOf } from "../service/csv.ts";
import { errorText, newCallState, type Service } from "../service/service.ts";
import { discover, entryOf } from "./discover.ts";
import { Fault } from "./fault.ts";
import { pick, type Query, type Row, runQuery } from "./query.ts";

export interface McpParts {
  service: Service;
  clock: Clock;
  /** A stored result of the account. */
  answerOf(accountId: string, requestId: string): Promise<StoredAnswer | null>;
}

export interface ToolCall {
  holder: KeyHolder;
  args: Record<string, unknown>;
  signal: AbortSignal;
  onProgress(stats: ExtractionStats): void;
}

export interface ToolResult {
  [key: string]: unknown;
  content: Array<Record<string, unknown> & { type: string }>;
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

type Tool = (parts: McpParts, call: ToolCall) => Promise<ToolResult>;

/** Records an agent is shown before it asks for more. */
const FIRST = 10;

const told = (answer: Record<string, unknown>): ToolResult => ({
  content: [{ type: "text", text: JSON.stringify(answer) }],
  structuredContent: answer,
});

const byName: Record<string, Tool> = {
  discover: async ({ service }, { args }) => told(discover(service.registry, args) as Record<string, unknown>),

  async execute({ service, clock }, { holder, args, signal, onProgress }) {
    const entry = entryOf(service.registry, textArg(args, "operation"));
    service.permit(holder, entry, "mcp");
    const body = Buffer.from(JSON.stringify(args.request ?? {}));
    const state = newCallState(clock.now());
    const {
      body: answer,
      count,
      resultId,
    } = await service.run({
      entry,
      holder,
      entryPoint: "mcp",
      request: service.readBody(entry, body, "application/json"),
      state,
      disconnect: signal,
      maxCost: typeof args.max_cost === "number" ? args.max_cost : null,
      idempotencyKey: typeof args.idempotency_key === "string" ? args.idempotency_key : null,
      onProgress,
    });
    const records = (JSON.parse(Buffer.from(answer).toString()) as Row[]).slice(0, FIRST);
    return told({
      result_id: resultId,
      total: count,
      shown: records.length,
      credits_charged: state.charged,
      points_left: state.points,
      records,
    });
  },

  async get_page(parts, { holder, args }) {
    const rows = await resultOf(parts, holder, args);
    const { fields, offset = 0, limit = FIRST } = args as { fields?: string[]; offset?: number; limit?: number };
    const page = runQuery(rows, { offset, limit: Math.min(limit, 100), ...(fields && { fields }) });
    return told({ total: page.total, offset, records: page.rows });
  },

  async query(parts, { holder, args }) {
    const rows = await resultOf(parts, holder, args);
    const { limit = 20, ...query } = args as Query;
    return told({ ...runQuery(rows, { ...query, limit: Math.min(limit, 100) }) });
  },

  async export(parts, { holder, args }) {
    const rows = await resultOf(parts, holder, args);
    const { fields, format = "json" } = args as { fields?: string[]; format?: keyof typeof formats };
    const picked = fields?.length ? rows.map((row) => pick(row, fields)) : rows;
    const chosen = formats[format];
    if (!chosen) throw new Fault(`format must be one of ${Object.keys(formats).join(", ")}.`);
    const uri = `winnow://results/${textArg(args, "result_id")}.${format}`;
    return { content: [{ type: "resource", resource: { uri, mimeType: chosen.type, text: chosen.write(picked) } }] };
  },
};

const formats = {
  json: { type: "application/json", write: (rows: Row[]) => JSON.stringify(rows) },
  ndjson: {
    type: "application/x-ndjson",
    write: (rows: Row[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join(""),
  },
  csv: { type: "text/csv", write: (rows: Row[]) => csvOf(Object.keys(rows[0] ?? {}), rows) },
};

export const callTool = async (parts: McpParts, name: string, call: ToolCall): Promise<ToolResult> => {
  const tool = byName[name];
  if (!tool) return failed(`There is no tool "${name}". Tools: ${Object.keys(byName).join(", ")}.`);
  try {
    return await tool(parts, call);
  } catch (error) {
    if (error instanceof Fault) return failed(error.message);
    if (error instanceof WinnowError) {
      return failed(
        `${error.status} ${error.code}: ${errorText(error)} ${catalogue[error.code].advice} Nothing was charged.`,
      );
    }
    throw error;
  }
};

const failed = (text: string): ToolResult => ({ content: [{ type: "text", text }], isError: true });

function textArg(args: Record<string, unknown>, name: string): string {
  const value = args[name];
  if (typeof value !== "string" || value === "") throw new Fault(`"${name}" is missing.`);
  return value;
}

async function resultOf({ answerOf }: McpParts, { person }: KeyHolder, args: Record<string, unknown>): Promise<Row[]> {
  const id = textArg(args, "result_id");
  const answer = await answerOf(person.id, id);
  if (!answer) throw new Fault(`There is no result "${id}" any more; results are kept 7 days. Run execute again.`);
  return JSON.parse(Buffer.from(answer.body).toString()) as Row[];
}
