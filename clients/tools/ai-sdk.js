import { jsonSchema, tool } from "ai";
import { operationTools } from "./operation-tools.js";

export async function winnowTools(winnow, options) {
  const tools = await operationTools(winnow, options);
  return Object.fromEntries(
    tools.map(({ name, description, schema, call }) => [
      name,
      tool({
        description,
        inputSchema: jsonSchema(schema),
        execute: (input, { abortSignal }) => call(input, abortSignal),
      }),
    ]),
  );
}
