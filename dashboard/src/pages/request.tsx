import { Anchor, Badge, Button, Group, SimpleGrid, Switch, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import type { RequestDetail } from "../../../src/dashboard-api/api-types.ts";
import { queries } from "../api/queries.ts";
import { formatDuration, formatNumber, formatTime } from "../format.ts";
import { IconRepeat } from "../icons.tsx";
import { CodeBlock } from "../parts/code-block.tsx";
import { Page } from "../parts/page.tsx";
import { QueryView } from "../parts/query-view.tsx";
import { RecordsView } from "../parts/records-view.tsx";
import { StatusBadge } from "../parts/state-badge.tsx";
import { bodyOf } from "../playground/fields.ts";

const route = getRouteApi("/signed-in/requests/$id");

export function RequestPage() {
  const { id } = route.useParams();
  const query = useQuery(queries.at<RequestDetail>(`/requests/${encodeURIComponent(id)}`));
  return (
    <Page
      title="Request"
      about={
        <Anchor component={Link} to="/requests" size="sm">
          All requests
        </Anchor>
      }
      actions={query.data && <RunAgain request={query.data} />}
    >
      <QueryView query={query}>{(request) => <Detail request={request} />}</QueryView>
    </Page>
  );
}

function RunAgain({ request }: { request: RequestDetail }) {
  return (
    <Button
      component={Link}
      to={`/playground?${new URLSearchParams({ operation: request.endpoint, request: request.id })}`}
      leftSection={<IconRepeat size={16} />}
    >
      Run again
    </Button>
  );
}

function Detail({ request }: { request: RequestDetail }) {
  const { data: catalogue } = useQuery(queries.catalogue);
  const [all, setAll] = useState(false);
  const operation = catalogue?.sources
    .flatMap(({ operations }) => operations)
    .find(({ path }) => path === request.endpoint);
  const records = Array.isArray(request.answer) ? (request.answer as Array<Record<string, unknown>>) : null;
  return (
    <>
      <section className="surface" style={{ padding: 20 }} aria-label="What happened">
        <Group gap="sm" mb="md">
          <Title order={2}>{request.endpoint}</Title>
          <StatusBadge status={request.status} />
          <Badge variant="light" color="gray" tt="none">
            by {request.entry_point}
          </Badge>
        </Group>
        <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} component="dl" m={0}>
          <Fact label="Cost" value={`${formatNumber(request.cost)} points`} note={request.cost_reason} />
          <Fact
            label="Duration"
            value={request.duration_ms === null ? "running" : formatDuration(request.duration_ms)}
          />
          <Fact label="Records" value={formatNumber(request.results)} />
          <Fact label="Pages asked of the site" value={formatNumber(request.upstream_pages)} />
          <Fact
            label="Points left after"
            value={request.points_left === null ? "" : formatNumber(request.points_left)}
          />
          <Fact label="Key" value={request.key_name} />
        </SimpleGrid>
        <Text size="sm" c="dimmed" mt="md">
          {formatTime(request.started_at)} · request id {request.id} · timeout {request.timeout} s
        </Text>
        {request.error_text && (
          <Text c="var(--mantine-color-error)" mt="sm" role="note">
            {request.error_text}
          </Text>
        )}
      </section>
      <section aria-label="Parameters">
        <Group justify="space-between" mb="sm">
          <Title order={2}>Parameters</Title>
          <Switch label="With the defaults" checked={all} onChange={(event) => setAll(event.currentTarget.checked)} />
        </Group>
        <CodeBlock
          label="the parameters"
          code={JSON.stringify(all || !operation ? request.params : bodyOf(operation, request.params), null, 2)}
        />
      </section>
      <section aria-label="Answer">
        <Title order={2} mb="sm">
          Records
        </Title>
        {records && operation ? (
          <RecordsView records={records} fields={operation.record.fields} name={`request-${request.id}`} />
        ) : (
          <Text c="dimmed">
            {request.status === 200 ? "The records are kept for 7 days; these are gone." : "There are none."}
          </Text>
        )}
      </section>
    </>
  );
}

function Fact({ label, value, note }: { label: string; value: string; note?: string }) {
  return (
    <div>
      <Text size="xs" c="dimmed" component="dt">
        {label}
      </Text>
      <Text fw={600} component="dd" m={0}>
        {value}
      </Text>
      {note && (
        <Text size="xs" c="dimmed" component="dd" m={0}>
          {note}
        </Text>
      )}
    </div>
  );
}
