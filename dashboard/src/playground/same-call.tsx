import { Tabs, Title } from "@mantine/core";
import type { OperationView } from "../../../src/dashboard-api/api-types.ts";
import { CodeBlock } from "../parts/code-block.tsx";
import { curlOf, goOf, mcpPromptOf, pythonOf, typescriptOf } from "../parts/snippets.ts";
import type { Values } from "./fields.ts";

interface SameCallProps {
  baseUrl: string;
  operation: OperationView;
  body: Values;
}

/** The call of the form, in the words of other clients. */
export function SameCall({ baseUrl, operation, body }: SameCallProps) {
  const call = { baseUrl, path: operation.path, body };
  const forms = [
    { id: "curl", name: "curl", code: curlOf(call) },
    { id: "typescript", name: "TypeScript", code: typescriptOf(call) },
    { id: "python", name: "Python", code: pythonOf(call) },
    { id: "go", name: "Go", code: goOf(call) },
    { id: "mcp", name: "MCP prompt", code: mcpPromptOf(call, operation.summary) },
  ];
  return (
    <section className="surface" style={{ padding: 20 }} aria-label="The same call">
      <Title order={2} mb="sm">
        The same call
      </Title>
      <Tabs defaultValue="curl">
        <Tabs.List mb="sm">
          {forms.map(({ id, name }) => (
            <Tabs.Tab key={id} value={id}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {forms.map(({ id, name, code }) => (
          <Tabs.Panel key={id} value={id}>
            <CodeBlock label={`the call as ${name}`} code={code} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </section>
  );
}
