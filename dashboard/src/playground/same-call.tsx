import { Tabs } from "@mantine/core";
import type { OperationView } from "../../../src/endpoints/dashboard/types.ts";
import { curlSnippet } from "../../../src/words/curl-snippet.ts";
import { useNewKey } from "../keys/new-key.ts";
import { goSnippet, mcpPrompt, pythonSnippet, typescriptSnippet } from "../keys/snippets.ts";
import { CodeBlock } from "../ui/code-block.tsx";
import { Card } from "../ui/page.tsx";
import { Note } from "../ui/text.tsx";
import type { Values } from "./fields.ts";

interface SameCallProps {
  baseUrl: string;
  operation: OperationView;
  body: Values;
}

/** The form's call as code for other clients. */
export function SameCall({ baseUrl, operation, body }: SameCallProps) {
  const fresh = useNewKey();
  const source = operation.path.split("/")[2]!;
  const { usage_context, sources } = fresh?.key ?? {};
  const usable = usage_context !== "mcp_only" && (sources?.includes(source) ?? true) ? fresh : null;
  const call = { baseUrl, path: operation.path, body, ...(usable && { key: usable.api_key }) };
  const forms = [
    { id: "curl", name: "curl", language: "shell", code: curlSnippet(call) },
    { id: "typescript", name: "TypeScript", language: "typescript", code: typescriptSnippet(call) },
    { id: "python", name: "Python", language: "python", code: pythonSnippet(call) },
    { id: "go", name: "Go", language: "go", code: goSnippet(call) },
    { id: "mcp", name: "MCP prompt", language: "plain", code: mcpPrompt(operation, call.body) },
  ] as const;
  return (
    <Card title="The same call">
      <Note mb="sm">
        {usable
          ? `Your new key "${usable.key.name}" is filled in while this page is open.`
          : "$WINNOW_KEY is a placeholder: replace it with your key."}
      </Note>
      <Tabs defaultValue="curl">
        <Tabs.List mb="sm">
          {forms.map(({ id, name }) => (
            <Tabs.Tab key={id} value={id}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {forms.map(({ id, name, code, language }) => (
          <Tabs.Panel key={id} value={id}>
            <CodeBlock label={`the call as ${name}`} code={code} language={language} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Card>
  );
}
