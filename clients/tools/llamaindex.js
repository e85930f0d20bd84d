import { FunctionTool } from "llamaindex";
import { operationTools } from "./operation-tools.js";

export async function winnowTools(winnow, options) {
  const tools = await operationTools(winnow, options);
  return tools.map(({ name, description, schema, call }) =>
    FunctionTool.from((input) => call(input), { name, description, parameters: schema }),
  );
}
