import { Badge, Button, Group, MultiSelect, Select, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { NewWebhookAnswer, WebhookView } from "../../../src/endpoints/dashboard/types.ts";
import { webhookEvents } from "../../../src/words/webhook-events.ts";
import { chatServices, type WebhookFormat } from "../../../src/words/webhook-formats.ts";
import { api } from "../api/call.ts";
import { queries } from "../api/queries.ts";
import { useChange } from "../api/use-change.ts";
import { Allowed } from "../parts/allowed.tsx";
import { DeleteButton } from "../parts/delete-button.tsx";
import { RotateButton } from "../parts/rotate-button.tsx";
import { FormCard } from "../ui/card.tsx";
import { Empty } from "../ui/empty.tsx";
import { formatTime } from "../ui/format.ts";
import { IconPlus, IconWebhook } from "../ui/icons.tsx";
import { Page } from "../ui/page.tsx";
import { QueryView } from "../ui/query-view.tsx";
import { SecretCard } from "../ui/secret-card.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { ActButton } from "./act-button.tsx";
import { WorkBadge } from "./work-badge.tsx";

export function WebhooksPage() {
  const query = useQuery(queries.at<WebhookView[]>("/webhooks"));
  const [made, setMade] = useState<NewWebhookAnswer | null>(null);
  return (
    <Page
      title="Webhooks"
      about="Send events to your own server, signed as in the Standard Webhooks specification, or as messages to a chat."
      actions={<TextLink to="/automation/webhooks/all">All deliveries</TextLink>}
    >
      {made?.format === "standard" && (
        <SecretCard
          title="Webhook secret"
          about={`Winnow signs deliveries to ${made.url} with it. Copy it now: it is not shown again.`}
          secret={made.secret}
          onDone={() => setMade(null)}
        />
      )}
      <Allowed to="manage">
        <NewWebhook onMade={setMade} />
      </Allowed>
      <QueryView query={query}>
        {(webhooks) =>
          webhooks.length === 0 ? (
            <Empty icon={IconWebhook} title="No webhooks yet">
              Add a URL above to get events of jobs, batches, schedules, sources and points: of your own server, or the
              incoming webhook of a chat.
            </Empty>
          ) : (
            webhooks.map((webhook) => <WebhookCard key={webhook.id} webhook={webhook} onRotated={setMade} />)
          )
        }
      </QueryView>
    </Page>
  );
}

const formats = Object.entries({ standard: "Standard Webhooks", ...chatServices }).map(([value, label]) => ({
  value,
  label,
}));

function NewWebhook({ onMade }: { onMade: (made: NewWebhookAnswer) => void }) {
  const [url, setUrl] = useState("");
  const [events, setEvents] = useState<string[]>([]);
  const [format, setFormat] = useState<WebhookFormat>("standard");
  const none = format === "standard" ? "All events" : "What needs attention";
  const create = useChange(
    () => api.post<NewWebhookAnswer>("/webhooks", { url, format, events: events.length === 0 ? null : events }),
    {
      showsError: true,
      onDone: (made) => {
        onMade(made);
        setUrl("");
        setEvents([]);
      },
    },
  );
  return (
    <FormCard label="New webhook" error={create.error} onSubmit={() => create.mutate()}>
      <Group align="flex-end" gap="sm">
        <TextInput
          label="URL"
          type="url"
          required
          placeholder="https://example.com/hook"
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
          style={{ flex: "2 1 220px" }}
        />
        <Select
          label="Send as"
          allowDeselect={false}
          data={formats}
          value={format}
          onChange={(chosen) => setFormat((chosen ?? "standard") as WebhookFormat)}
          style={{ flex: "1 1 140px" }}
        />
        <MultiSelect
          label="Events"
          placeholder={events.length === 0 ? none : ""}
          clearable
          clearButtonProps={{ "aria-label": none }}
          data={[...webhookEvents]}
          value={events}
          onChange={setEvents}
          style={{ flex: "1 1 160px" }}
        />
        <Button type="submit" loading={create.isPending} leftSection={<IconPlus size={16} />}>
          Add webhook
        </Button>
      </Group>
    </FormCard>
  );
}

function WebhookCard({ webhook, onRotated }: { webhook: WebhookView; onRotated: (made: NewWebhookAnswer) => void }) {
  const path = `/webhooks/${webhook.id}`;
  const { failing_since, previous_secret_until } = webhook;
  const overlapping = previous_secret_until !== null && Date.parse(previous_secret_until) > Date.now();
  return (
    <article className="surface" style={{ padding: 20 }} aria-label={`Webhook ${webhook.url}`}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <div style={{ minWidth: 0, flex: "1 1 260px" }}>
          <TextLink to={`/automation/webhooks/${webhook.id}`} size="md" fw={600} style={{ overflowWrap: "anywhere" }}>
            {webhook.url}
          </TextLink>
          <Group gap="xs" mt={6}>
            <WorkBadge status={failing_since && webhook.status === "active" ? "failing" : webhook.status} />
            {webhook.format !== "standard" && <Badge variant="light">{chatServices[webhook.format]}</Badge>}
            {(webhook.events ?? ["all events"]).map((event) => (
              <Badge key={event} variant="light" color="gray">
                {event}
              </Badge>
            ))}
          </Group>
          {failing_since && (
            <Text size="sm" c="var(--mantine-color-error)" mt={6}>
              {webhook.disabled_reason ?? `Deliveries have failed since ${formatTime(Date.parse(failing_since))}.`}
            </Text>
          )}
          {overlapping && (
            <Text size="sm" c="dimmed" mt={6}>
              Deliveries are also signed with the old secret until {formatTime(Date.parse(previous_secret_until))}.
            </Text>
          )}
        </div>
        <Allowed to="manage">
          <Group gap="xs">
            {webhook.status === "disabled" && (
              <ActButton path={`${path}/enable`} done="Webhook enabled." size="xs" variant="filled">
                Enable
              </ActButton>
            )}
            <ActButton path={`${path}/test`} done="Test event sent: see the log." size="xs">
              Send test event
            </ActButton>
            {webhook.format === "standard" && (
              <RotateButton
                title="Rotate secret"
                what="secret"
                about="You get a new secret. Deliveries are signed with both until the old one expires."
                rotate={(hours) => api.post<NewWebhookAnswer>(`${path}/rotate`, { overlap_seconds: hours * 3_600 })}
                onRotated={onRotated}
              >
                Rotate secret
              </RotateButton>
            )}
            <DeleteButton
              path={path}
              action="Delete webhook"
              about={`No more events are sent to ${webhook.url}. Its delivery log is kept for 30 days.`}
              size="xs"
            >
              Delete
            </DeleteButton>
          </Group>
        </Allowed>
      </Group>
    </article>
  );
}
