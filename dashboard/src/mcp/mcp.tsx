import { Badge, Button, Group, List, SegmentedControl, Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { SourceView } from "../../../src/endpoints/dashboard/types.ts";
import { queries } from "../api/queries.ts";
import { mcpPrompt } from "../keys/snippets.ts";
import { CopyTextButton } from "../ui/buttons.tsx";
import { CodeBlock } from "../ui/code-block.tsx";
import { labelled } from "../ui/options.ts";
import { Card, Page } from "../ui/page.tsx";
import { QueryView } from "../ui/query-view.tsx";
import { Note, TextLink, Time } from "../ui/text.tsx";
import { keyHeader, type Program, programs } from "./programs.ts";

/** Ids join tabs to their panels and must not contain spaces. */
const id = ({ name }: Program) => name.toLowerCase().replaceAll(" ", "-");

export default function McpPage() {
  const query = useQuery(queries.catalogue);
  return (
    <Page title="MCP" about="Give an AI agent access to the same operations, with the same points and limits.">
      <QueryView query={query}>
        {({ base_url, sources }) => (
          <>
            <Setup url={`${base_url}/mcp`} />
            <Connected />
            <Prompts sources={sources} />
          </>
        )}
      </QueryView>
    </Page>
  );
}

function Setup({ url }: { url: string }) {
  const [way, setWay] = useState("signIn");
  const withKey = way === "withKey";
  return (
    <section className="surface" style={{ padding: 20 }} aria-label="Set up a program">
      <SegmentedControl
        aria-label="How to connect"
        mb="md"
        data={labelled({ signIn: "Sign in (recommended)", withKey: "Use a key" })}
        value={way}
        onChange={setWay}
      />
      <Tabs defaultValue="claude">
        <Tabs.List mb="md">
          {programs.map((program) => (
            <Tabs.Tab key={program.name} value={id(program)}>
              {program.name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {programs.map((program) => (
          <Tabs.Panel key={program.name} value={id(program)}>
            <Steps program={program} withKey={withKey} url={url} />
          </Tabs.Panel>
        ))}
      </Tabs>
      <Note mt="md">
        {withKey
          ? "Replace <API_KEY> with a key. A key for “MCP only” from the Keys page is refused everywhere else, so it is safer in a shared file."
          : "You choose the sources and a spending cap when the program asks for access. No key is copied."}
      </Note>
    </section>
  );
}

function Steps({ program, withKey, url }: { program: Program; withKey: boolean; url: string }) {
  const code = program.code(url, withKey ? keyHeader : undefined);
  return (
    <>
      <Note mb="sm">{withKey ? program.withKey : program.signIn}</Note>
      <CodeBlock label={`the settings for ${program.name}`} code={code} />
      <Group mt="sm" gap="xs">
        <CopyTextButton label={`Copy for ${program.name}`} value={code} variant="filled" />
        {program.install && !withKey && (
          <Button component="a" href={program.install(url)} variant="default">
            Add to {program.name}
          </Button>
        )}
      </Group>
    </>
  );
}

/** Example prompts, one per source. */
function Prompts({ sources }: { sources: SourceView[] }) {
  return (
    <Card title="Example prompts">
      <List spacing="xs" size="sm">
        {sources.flatMap(({ operations: [first] }) =>
          first ? <List.Item key={first.path}>{mcpPrompt(first, first.examples[0] ?? {})}</List.Item> : [],
        )}
      </List>
    </Card>
  );
}

const EVERY_MS = 3_000;

/** Programs that are connected to the account, updated as they connect. */
function Connected() {
  const { data } = useQuery({ ...queries.keys, refetchInterval: EVERY_MS });
  const programs = (data?.keys ?? []).filter(
    ({ usage_context, revoked_at }) => usage_context === "mcp_only" && revoked_at === null,
  );
  return (
    <Card title="Connected programs">
      <div role="status">
        {programs.length === 0 ? (
          <Note>No program is connected yet. It appears here as soon as you allow it.</Note>
        ) : (
          <ul className="plain-list">
            {programs.map(({ id, name, last_used_at }) => (
              <li key={id}>
                <Group gap="xs">
                  <TextLink to={`/keys/${id}`}>{name}</TextLink>
                  <Badge variant="dot">{last_used_at ? "Connected" : "Allowed, not used yet"}</Badge>
                </Group>
                <Note>
                  {last_used_at && (
                    <>
                      Last call <Time at={last_used_at} as="ago" />
                    </>
                  )}
                </Note>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}
