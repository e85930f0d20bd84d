import { Button, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AdminIncident, AdminIncidentDetail } from "../../../src/endpoints/dashboard/types.ts";
import { queries } from "../api/queries.ts";
import { useAddress } from "../api/use-address.ts";
import { DescribedForm } from "../parts/described-form.tsx";
import { DownloadButton } from "../ui/buttons.tsx";
import { CodeBlock } from "../ui/code-block.tsx";
import { formatAgo, formatNumber } from "../ui/format.ts";
import { labelled } from "../ui/options.ts";
import { Card, Facts, Page, Part } from "../ui/page.tsx";
import { PageList } from "../ui/page-list.tsx";
import { Load, QueryView } from "../ui/query-view.tsx";
import { StateBadge } from "../ui/state-badge.tsx";
import { Note, Time, TimeSpan } from "../ui/text.tsx";

export default function IncidentPage() {
  const { id: no } = useAddress();
  const query = useQuery(queries.at(`/admin/incidents/${encodeURIComponent(no)}`));
  return (
    <Page title={`Incident ${no}`} back={["/admin/incidents", "All incidents"]}>
      <QueryView query={query}>
        {(detail) => (
          <>
            <What incident={detail.incident} />
            <Kept detail={detail} />
            {detail.incident.structure && <Structure structure={detail.incident.structure} />}
            <RecallPlan incident={detail.incident} />
            <SimpleGrid cols={{ base: 1, md: 2 }}>
              <NoteForm incident={detail.incident} />
              <Card title={detail.incident.title}>
                <HoldSource source={detail.incident.source} />
              </Card>
            </SimpleGrid>
          </>
        )}
      </QueryView>
    </Page>
  );
}

function What({ incident }: { incident: AdminIncident }) {
  return (
    <Card
      label="What happened"
      title={incident.operation}
      badges={<StateBadge state={incident.closed_at === null ? incident.state : "ok"} />}
    >
      <Text style={{ overflowWrap: "anywhere" }}>{incident.reason}</Text>
      {incident.likely_new_name && (
        <Text mt="xs">
          {incident.field} is likely called {incident.likely_new_name} now.
        </Text>
      )}
      <Note mt="sm">
        {incident.closed_at === null ? (
          <>
            Since <Time at={incident.opened_at} />
          </>
        ) : (
          <TimeSpan of={[incident.opened_at, incident.closed_at]} />
        )}
      </Note>
      {incident.example_request && (
        <Stack gap={4} mt="md">
          <Text size="sm" fw={600}>
            Example request
          </Text>
          <CodeBlock label="the request" language="json" code={JSON.stringify(incident.example_request, null, 2)} />
        </Stack>
      )}
    </Card>
  );
}

function Kept({
  detail: { incident, response, pages, parse_command, replay_command },
}: {
  detail: AdminIncidentDetail;
}) {
  if (!response && !replay_command) {
    return <Text c="dimmed">There is no saved evidence for this incident.</Text>;
  }
  const file = (what: string) => `/dashboard-api/admin/incidents/${incident.no}/${what}`;
  return (
    <Card title="Saved evidence">
      {response && !pages.some(({ url }) => url === response.url) && (
        <Text size="sm" mb="sm" style={{ overflowWrap: "anywhere" }}>
          {response.url} returned {response.status}
          {response.content_type && ` (${response.content_type})`}
          {response.bytes !== null && `, ${formatNumber(response.bytes)} bytes`}.
        </Text>
      )}
      <PageList pages={pages} />
      <Group gap="sm" mb="sm">
        {incident.has_response && <DownloadButton href={file("response")}>Response</DownloadButton>}
        {incident.has_recording && <DownloadButton href={file("recording")}>Recording (WARC)</DownloadButton>}
      </Group>
      <Stack gap="sm">
        {parse_command && <CodeBlock label="the command to read it again" language="shell" code={parse_command} />}
        {replay_command && <CodeBlock label="the command to replay it" language="shell" code={replay_command} />}
      </Stack>
    </Card>
  );
}

function Structure({ structure }: { structure: NonNullable<AdminIncident["structure"]> }) {
  const lines = [
    ...structure.renamed.map(({ from, to }) => `~ ${from}  ->  ${to}`),
    ...structure.vanished.map((path) => `- ${path}`),
    ...structure.appeared.map((path) => `+ ${path}`),
  ];
  return (
    <Part title="Differences from the last good page" label="Structure">
      <CodeBlock
        label="the difference"
        code={lines.length === 0 ? "no difference in the structure" : lines.join("\n")}
      />
    </Part>
  );
}

const NoteForm = ({ incident: { no, note } }: { incident: AdminIncident }) => (
  <DescribedForm
    of="POST /admin/incidents/{no}/note"
    path={`/admin/incidents/${no}/note`}
    label="Note"
    layout="stack"
    keeps
    initial={{ note: note ?? "" }}
    about={{ note: { kind: "long", description: "Shown on the public status page." } }}
    action="Save note"
    button={{ variant: "default" }}
    done="The note is on the public status page."
  />
);

const KEPT_MS = 7 * 86_400_000;
const iso = (at: number) => new Date(at).toISOString();

/**
 * What a recall of the incident would do, and the command that does it. It is worked out when it is asked for, and offered
 * where there can be one: values went wrong, and calls had been answered since records are kept.
 */
function RecallPlan({ incident: { no, kind, field, operation, opened_at, closed_at } }: { incident: AdminIncident }) {
  const [isAsked, setAsked] = useState(false);
  const span = { from: iso(opened_at - KEPT_MS), ...(closed_at !== null && { to: iso(closed_at) }) };
  const calls = new URLSearchParams({ endpoint: operation, status: "2", limit: "1", ...span });
  const isAboutValues = kind === "drift" && field !== null;
  const { data } = useQuery({ ...queries.at(`/admin/requests?${calls}`), enabled: isAboutValues });
  if (!isAboutValues || !data || data.requests.length === 0) return null;
  return (
    <Card title="Recall">
      {isAsked ? (
        <Plan no={no} />
      ) : (
        <>
          <Text size="sm" mb="sm">
            Finds the calls that returned wrong records since the incident began. Nothing is changed.
          </Text>
          <Button variant="default" onClick={() => setAsked(true)}>
            Show what a recall would do
          </Button>
        </>
      )}
    </Card>
  );
}

function Plan({ no }: { no: number }) {
  return (
    <Load path={`/admin/incidents/${no}/recall`}>
      {({ refused, calls, accounts, points, undecided, well, from, to }) =>
        refused ? (
          <Text role="status">{refused}</Text>
        ) : (
          <>
            <Facts
              of={[
                ["Calls with wrong records", formatNumber(calls)],
                ["Accounts", formatNumber(accounts)],
                ["Points to return", formatNumber(points)],
                ["Calls without comparison", formatNumber(undecided)],
                ["Calls with right records", formatNumber(well)],
              ]}
            />
            <Note my="sm">
              <Time at={from} /> to <Time at={to} />
            </Note>
            <CodeBlock
              label="the command that recalls them"
              language="shell"
              code={`npx winnow incidents recall ${no}`}
            />
          </>
        )
      }
    </Load>
  );
}

const choices = labelled({
  closed: "Close: calls are refused",
  open: "Keep open: calls go through, even if the source is down",
  auto: "Automatic, from its health",
});

/** Lets an operator hold or release a source. Each decision is written to the audit log. */
const HoldSource = ({ source }: { source: string }) => (
  <Load path="/admin/sources">
    {({ sources }) => {
      const held = sources.find((one) => one.source === source)?.held;
      return (
        <>
          {held && (
            <Note mb="sm">
              Held {held.state} by {held.by}, {formatAgo(held.at)}
              {held.note && `: ${held.note}`}
            </Note>
          )}
          <DescribedForm
            of="POST /admin/sources/{source}/hold"
            path={`/admin/sources/${encodeURIComponent(source)}/hold`}
            layout="stack"
            framed={false}
            initial={{ state: held?.state ?? "auto" }}
            about={{ state: { label: "Calls", options: choices }, note: { label: "Reason" } }}
            action="Apply"
            button={{ variant: "default" }}
            done="Done. Recorded in the audit log."
          />
        </>
      );
    }}
  </Load>
);
