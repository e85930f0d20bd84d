import { Button, Code, CopyButton, Group, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { queries } from "../api/queries.ts";
import { CodeBlock } from "../ui/code-block.tsx";
import { IconCheck, IconCopy } from "../ui/icons.tsx";
import { showNewKey, useNewKey } from "./new-key.ts";
import { curlOf } from "./snippets.ts";

/** The key that was just made: this once, with a line to paste into a shell. */
export function NewKeyCard() {
  const fresh = useNewKey();
  const { data: catalogue } = useQuery({ ...queries.catalogue, enabled: fresh !== null });
  if (!fresh) return null;
  const allowed = catalogue?.sources.find(({ name }) => fresh.sources === null || fresh.sources.includes(name));
  const operation = allowed?.operations[0];
  const overMcp = fresh.usageContext === "mcp_only";
  return (
    <section
      className="surface"
      style={{ padding: 20, borderColor: "var(--mantine-primary-color-filled)" }}
      aria-labelledby="new-key"
    >
      <Stack gap="sm">
        <Title order={2} id="new-key">
          Your new key: {fresh.name}
        </Title>
        <Text c="dimmed" size="sm">
          Copy it now. It is not shown again; only its hash is stored.
        </Text>
        <Group gap="sm">
          <Code data-testid="api-key" style={{ fontSize: "0.95rem", padding: "8px 12px", overflowWrap: "anywhere" }}>
            {fresh.secret}
          </Code>
          <CopyButton value={fresh.secret} timeout={1500}>
            {({ copied, copy }) => (
              <Button
                variant="light"
                onClick={copy}
                leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
              >
                {copied ? "Copied" : "Copy"}
              </Button>
            )}
          </CopyButton>
        </Group>
        {overMcp && catalogue && (
          <>
            <Text size="sm" mt="xs">
              This key works only over MCP. Run this command to give it to an agent:
            </Text>
            <CodeBlock
              label="the command"
              code={`claude mcp add --transport http winnow ${catalogue.base_url}/mcp --header "access-token: ${fresh.secret}"`}
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
              code={curlOf({
                baseUrl: catalogue.base_url,
                path: operation.path,
                body: operation.examples[0] ?? {},
                key: fresh.secret,
              })}
            />
          </>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => showNewKey(null)}>
            Done
          </Button>
        </Group>
      </Stack>
    </section>
  );
}
