import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { curlSnippet } from "../../../src/words/curl-snippet.ts";
import { queries } from "../api/queries.ts";
import { CodeBlock } from "../ui/code-block.tsx";
import { SecretCard } from "../ui/secret-card.tsx";
import { showNewKey, useNewKey } from "./new-key.ts";

/** The key that was just created, shown once with a command to paste into a shell. */
export function NewKeyCard() {
  const fresh = useNewKey();
  const { data: catalogue } = useQuery({ ...queries.catalogue, enabled: fresh !== null });
  if (!fresh) return null;
  const { key, api_key } = fresh;
  const allowed = catalogue?.sources.find(({ name }) => key.sources?.includes(name) ?? true);
  const operation = allowed?.operations[0];
  const overMcp = key.usage_context === "mcp_only";
  return (
    <SecretCard
      title={`Your new key: ${key.name}`}
      about="Copy it now: it is not shown again. Only its hash is stored."
      secret={api_key}
      onDone={() => showNewKey(null)}
    >
      {overMcp && catalogue && (
        <>
          <Text size="sm" mt="xs">
            This key works only over MCP. Run this command to give it to an agent:
          </Text>
          <CodeBlock
            label="the command"
            code={`claude mcp add --transport http winnow ${catalogue.base_url}/mcp --header "access-token: ${api_key}"`}
          />
        </>
      )}
      {!overMcp && operation && catalogue && (
        <>
          <Text size="sm" mt="xs">
            Paste this into a shell ({operation.summary.toLowerCase()}, {operation.price.words}):
          </Text>
          <CodeBlock
            label="the curl line"
            code={curlSnippet({
              baseUrl: catalogue.base_url,
              path: operation.path,
              body: operation.examples[0] ?? {},
              key: api_key,
            })}
          />
        </>
      )}
    </SecretCard>
  );
}
