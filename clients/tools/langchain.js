import { tool } from "@langchain/core/tools";
import { operationTools } from "./operation-tools.js";

export async function winnowTools(winnow, options) {
  const tools = await operationTools(winnow, options);
  return tools.map(({ name, description, schema, call }) =>
    tool(async (input, config) => JSON.stringify(await call(input, config?.signal)), {
      name,
      description,
      schema,
      // Otherwise a wrong input is refused without a word about the field.
      verboseParsingErrors: true,
    }),
  );
}
