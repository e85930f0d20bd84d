import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { OPERATION, REQUEST, type Reading, type Rec, type Way } from "../way.ts";

/** The official client waits this long for an answer whose connection was closed. */
const WAIT_SECONDS = 8;

/** An agent that runs an operation and reads all its records. */
export const mcp: Way[] = [
  {
    name: "execute and its pages",
    target: /^POST \/mcp$/,
    async read({ url, key, timeout, idempotencyKey }: Reading) {
      const options = { timeout: (timeout ?? WAIT_SECONDS) * 1000 };
      const client = new Client(
        { name: "test", version: "1" },
        { versionNegotiation: { mode: { pin: "2026-07-28" } } },
      );
      const requestInit = { headers: { "access-token": key } };
      const transport = new StreamableHTTPClientTransport(new URL("/mcp", url), { requestInit });
      await client.connect(transport as unknown as Parameters<Client["connect"]>[0], options);
      const use = async (name: string, args: Rec): Promise<Rec> => {
        const answer = await client.callTool({ name, arguments: args }, options);
        if (answer.isError) throw new Error(JSON.stringify(answer.content));
        return answer.structuredContent as Rec;
      };
      try {
        const ran = { operation: OPERATION, request: REQUEST, idempotency_key: idempotencyKey };
        const { result_id, total, records, ...said } = await use("execute", ran);
        const all = [...(records as Rec[])];
        while (all.length < Number(total)) {
          const page = await use("get_page", { result_id, offset: all.length, limit: 30 });
          all.push(...(page.records as Rec[]));
        }
        return { records: all, charged: Number(said.credits_charged), warnings: said.warnings as string[] };
      } finally {
        await client.close();
      }
    },
  },
];
