import { List, Tabs, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { queries } from "../api/queries.ts";
import { CodeBlock } from "../ui/code-block.tsx";
import { Page } from "../ui/page.tsx";
import { QueryView } from "../ui/query-view.tsx";

const KEY = "<API_KEY>";
const json = (value: unknown) => JSON.stringify(value, null, 2);

interface Client {
  name: string;
  how: string;
  code: (url: string) => string;
}

const clients: Client[] = [
  {
    name: "Claude Code",
    how: "Run this in a shell.",
    code: (url) => `claude mcp add --transport http winnow ${url} --header "access-token: ${KEY}"`,
  },
  {
    name: "Claude Desktop",
    how: "Settings, Developer, Edit config. The bridge needs Node.",
    code: (url) =>
      json({
        mcpServers: { winnow: { command: "npx", args: ["-y", "mcp-remote", url, "--header", `access-token:${KEY}`] } },
      }),
  },
  {
    name: "Cursor",
    how: "In .cursor/mcp.json of the project, or ~/.cursor/mcp.json.",
    code: (url) => json({ mcpServers: { winnow: { url, headers: { "access-token": KEY } } } }),
  },
  {
    name: "VS Code",
    how: "In .vscode/mcp.json of the workspace.",
    code: (url) => json({ servers: { winnow: { type: "http", url, headers: { "access-token": KEY } } } }),
  },
  {
    name: "Codex",
    how: "In ~/.codex/config.toml.",
    code: (url) => `[mcp_servers.winnow]\nurl = "${url}"\nhttp_headers = { "access-token" = "${KEY}" }`,
  },
];

/** Tabs are joined to their panels by ids, which hold no blanks. */
const idOf = (name: string) => name.toLowerCase().replaceAll(" ", "-");

export function McpPage() {
  const query = useQuery(queries.catalogue);
  return (
    <Page title="MCP" about="Give an AI agent access to the same operations, with the same points and limits.">
      <QueryView query={query}>
        {({ base_url, sources }) => (
          <>
            <div className="surface" style={{ padding: 20 }}>
              <Tabs defaultValue={idOf(clients[0]!.name)}>
                <Tabs.List mb="md">
                  {clients.map(({ name }) => (
                    <Tabs.Tab key={name} value={idOf(name)}>
                      {name}
                    </Tabs.Tab>
                  ))}
                </Tabs.List>
                {clients.map(({ name, how, code }) => (
                  <Tabs.Panel key={name} value={idOf(name)}>
                    <Text size="sm" c="dimmed" mb="sm">
                      {how}
                    </Text>
                    <CodeBlock label={`the settings for ${name}`} code={code(`${base_url}/mcp`)} />
                  </Tabs.Panel>
                ))}
              </Tabs>
              <Text size="sm" c="dimmed" mt="md">
                Put a key in place of {KEY}. A key made for “MCP only” on the Keys page is refused everywhere else, so
                it is safer in a shared file.
              </Text>
            </div>
            <div className="surface" style={{ padding: 20 }}>
              <Text fw={600} mb="xs">
                Then ask, for example
              </Text>
              <List spacing="xs" size="sm">
                {sources.flatMap(({ operations }) =>
                  operations.map(({ path, summary, examples }) => (
                    <List.Item key={path}>
                      “Use Winnow: {summary},{" "}
                      {Object.entries(examples[0] ?? {})
                        .map(([name, value]) => `${name} ${JSON.stringify(value)}`)
                        .join(", ")}
                      .”
                    </List.Item>
                  )),
                )}
              </List>
            </div>
          </>
        )}
      </QueryView>
    </Page>
  );
}
