import { useOperation } from "../parts/chosen-operation.tsx";
import { requestBody, type Values } from "../playground/fields.ts";
import { CodeBlock } from "../ui/code-block.tsx";

/** The parameters that a job or a scheduled run sends, without defaults. */
export function CallParameters({ path, request }: { path: string; request: Values }) {
  const operation = useOperation(path);
  const body = operation ? requestBody(operation, request) : request;
  return <CodeBlock label="the parameters" language="json" code={JSON.stringify(body, null, 2)} />;
}
