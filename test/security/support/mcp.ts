interface Reported {
  isError?: boolean;
  content: Array<{ type: string; text?: string }>;
  structuredContent?: any;
}

/** Calls tools as plain JSON-RPC, so that a test can send what a well-behaved client would not. */
export const mcpCaller =
  (address: string, key: string) =>
  async (name: string, args: unknown): Promise<Reported> => {
    const response = await fetch(`${address}/mcp`, {
      method: "POST",
      headers: {
        "access-token": key,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status} ${text}`);
    const data = text.split("\n").find((line) => line.startsWith("data: "));
    const { result, error } = JSON.parse(data ? data.slice(6) : text);
    if (error) throw new Error(`${error.code} ${error.message}`);
    return result;
  };
