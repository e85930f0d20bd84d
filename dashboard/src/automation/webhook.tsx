import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { DeliveryView } from "../../../src/endpoints/dashboard/types.ts";
import { queries } from "../api/queries.ts";
import { useAddress } from "../api/use-address.ts";
import { usePages } from "../api/use-pages.ts";
import { ActButton } from "../parts/action-buttons.tsx";
import { CodeBlock } from "../ui/code-block.tsx";
import { MoreButton } from "../ui/data-table.tsx";
import { Empty } from "../ui/empty.tsx";
import { Filters } from "../ui/filters.tsx";
import { formatAgo, formatDuration, formatTime, plural } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { toOptions } from "../ui/options.ts";
import { Page } from "../ui/page.tsx";
import { QueryView } from "../ui/query-view.tsx";
import { StateBadge } from "../ui/state-badge.tsx";
import { Note } from "../ui/text.tsx";

const statuses = toOptions("pending", "delivered", "failed");

/** The delivery log of one webhook or, at `all`, of the account, including webhooks set on single jobs and batches. */
export default function WebhookPage() {
  const { id, search, set } = useAddress<"status">();
  const { data } = useQuery(queries.at("/webhooks"));
  const webhook = data?.find((one) => one.id === id);
  const destination = useQuery(queries.at("/destinations")).data?.find((one) => one.id === id);
  const filters = new URLSearchParams({
    limit: "25",
    ...(id !== "all" && { webhook_id: id }),
    ...(search.status && { status: search.status }),
  });
  const deliveries = usePages(`/webhooks/deliveries?${filters}`, {
    isOpen: (delivery) => delivery.status === "pending",
  });
  return (
    <Page
      title="Deliveries"
      about={webhook?.url ?? destination?.name}
      back={destination ? ["/automation/deliveries", "All destinations"] : ["/automation/deliveries", "All webhooks"]}
      actions={
        webhook && (
          <ActButton path={`/webhooks/${id}/test`} done="Test event sent.">
            Send test event
          </ActButton>
        )
      }
    >
      <Filters search={search} set={set} of={[["Status", "status", statuses]]} />
      <QueryView query={deliveries}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty icon="webhook" title="No deliveries">
              Deliveries appear here for 30 days, with the request and every response.
            </Empty>
          ) : (
            <Stack gap="sm">
              {rows.map((delivery) => (
                <Delivery key={delivery.id} delivery={delivery} withUrl={id === "all"} />
              ))}
              <MoreButton query={deliveries}>Show older deliveries</MoreButton>
            </Stack>
          )
        }
      </QueryView>
    </Page>
  );
}

function Delivery({ delivery, withUrl }: { delivery: DeliveryView; withUrl: boolean }) {
  const [opened, setOpened] = useState(false);
  const { attempts, next_at } = delivery;
  const last = attempts.at(-1);
  const at = Date.parse(delivery.created_at);
  return (
    <article className="surface" style={{ padding: "14px 20px" }} aria-label={`${delivery.event} ${delivery.status}`}>
      <Group justify="space-between" gap="sm">
        <div style={{ minWidth: 0, flex: "1 1 240px" }}>
          <Group gap="sm">
            <Text fw={600}>{delivery.event}</Text>
            <StateBadge state={delivery.status === "pending" && last ? "retrying" : delivery.status} />
          </Group>
          <Note mt={4} title={formatTime(at)} style={{ overflowWrap: "anywhere" }}>
            {formatAgo(at)} · {plural(attempts.length, "attempt")}
            {last && ` · ${last.error ?? `${last.status} in ${formatDuration(last.ms)}`}`}
            {next_at && attempts.length > 0 && ` · next ${formatAgo(Date.parse(next_at))}`}
            {withUrl && ` · ${delivery.url}`}
          </Note>
        </div>
        <Group gap="xs">
          <ActButton
            path={`/webhooks/deliveries/${delivery.id}/replay`}
            done="Delivery sent again."
            size="xs"
            leftSection={<Icon name="repeat" size={14} />}
          >
            Replay
          </ActButton>
          <Button
            size="xs"
            variant="subtle"
            aria-expanded={opened}
            onClick={() => setOpened(!opened)}
            rightSection={opened ? <Icon name="chevron-up" size={14} /> : <Icon name="chevron-down" size={14} />}
          >
            {opened ? "Hide" : "Request and responses"}
          </Button>
        </Group>
      </Group>
      {opened && <Log delivery={delivery} />}
    </article>
  );
}

function Log({ delivery }: { delivery: DeliveryView }) {
  const headers = Object.entries(delivery.attempts.at(-1)?.headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  return (
    <Stack gap="sm" mt="md">
      <Title order={2} fz="sm">
        Request
      </Title>
      <CodeBlock
        label="the request"
        code={[`POST ${delivery.url}`, ...headers, "", JSON.stringify(delivery.payload, null, 2)].join("\n")}
      />
      {delivery.attempts.map((attempt, index) => (
        <div key={`${attempt.at} ${attempt.ms}`}>
          <Title order={2} fz="sm" mb={4}>
            Attempt {index + 1}: {formatTime(Date.parse(attempt.at))}
          </Title>
          <CodeBlock
            label={`the response to attempt ${index + 1}`}
            code={[
              attempt.status === null ? "no response" : `${attempt.status} in ${formatDuration(attempt.ms)}`,
              ...(attempt.error ? [attempt.error] : []),
              ...(attempt.answer ? ["", attempt.answer] : []),
            ].join("\n")}
          />
        </div>
      ))}
    </Stack>
  );
}
