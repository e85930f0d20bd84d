import { Badge, Group, Stack, Text, Title } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { DestinationView, NewWebhookAnswer, WebhookView } from "../../../src/endpoints/dashboard/types.ts";
import { chatServices } from "../../../src/words/webhook-formats.ts";
import { api } from "../api/call.ts";
import { ActButton, ConfirmButton, RotateButton } from "../parts/action-buttons.tsx";
import { Allowed } from "../parts/allowed.tsx";
import { DescribedForm } from "../parts/described-form.tsx";
import { Empty } from "../ui/empty.tsx";
import { formatTime } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { labelled } from "../ui/options.ts";
import { Page } from "../ui/page.tsx";
import { Load } from "../ui/query-view.tsx";
import { SecretCard } from "../ui/secret-card.tsx";
import { StateBadge } from "../ui/state-badge.tsx";
import { Note, TextLink } from "../ui/text.tsx";

/** Where the account's events and files go. */
export default function DeliveriesPage() {
  return (
    <Page
      title="Deliveries"
      about="Where events and files go: to your own server, to a chat, or to your storage."
      actions={<TextLink to="/automation/webhooks/all">All deliveries</TextLink>}
    >
      <Webhooks />
      <Destinations />
    </Page>
  );
}

function Webhooks() {
  const [made, setMade] = useState<NewWebhookAnswer | null>(null);
  return (
    <Stack component="section" aria-label="Webhooks" gap="sm">
      <Title order={2}>Webhooks</Title>
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
      <Load path="/webhooks">
        {(webhooks) =>
          webhooks.length === 0 ? (
            <Empty icon="webhook" title="No webhooks yet">
              Add a URL above to get events of jobs, batches, schedules, sources and points: of your own server, or the
              incoming webhook of a chat.
            </Empty>
          ) : (
            webhooks.map((webhook) => <WebhookCard key={webhook.id} webhook={webhook} onRotated={setMade} />)
          )
        }
      </Load>
    </Stack>
  );
}

const Destinations = () => (
  <Stack component="section" aria-label="Destinations" gap="sm">
    <Title order={2}>Destinations</Title>
    <Note>S3-compatible storage to which schedules and batches upload their records as files.</Note>
    <Allowed to="manage">
      <NewDestination />
    </Allowed>
    <Load path="/destinations">
      {(destinations) =>
        destinations.length === 0 ? (
          <Empty icon="database" title="No destinations yet">
            Add your storage above, then choose it for a schedule. A batch takes its ID as <code>destination</code>.
          </Empty>
        ) : (
          destinations.map((destination) => <DestinationCard key={destination.id} destination={destination} />)
        )
      }
    </Load>
  </Stack>
);

const messageFormats = labelled({ standard: "Standard Webhooks", ...chatServices });

const NewWebhook = ({ onMade }: { onMade: (made: NewWebhookAnswer) => void }) => (
  <DescribedForm
    of="POST /webhooks"
    label="New webhook"
    layout="line"
    fields={["url", "format", "events"]}
    about={{
      url: { kind: "url", description: "", placeholder: "https://example.com/hook" },
      format: { label: "Send as", description: "", options: messageFormats },
      events: { description: "", placeholder: "All, or what needs attention" },
    }}
    action="Add webhook"
    button={{ leftSection: <Icon name="plus" /> }}
    onDone={onMade}
  />
);

function WebhookCard({ webhook, onRotated }: { webhook: WebhookView; onRotated: (made: NewWebhookAnswer) => void }) {
  const path = `/webhooks/${webhook.id}` as const;
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
            <StateBadge state={failing_since && webhook.status === "active" ? "failing" : webhook.status} />
            {webhook.format !== "standard" && <Badge>{chatServices[webhook.format]}</Badge>}
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
            <Note mt={6}>
              Deliveries are also signed with the old secret until {formatTime(Date.parse(previous_secret_until))}.
            </Note>
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
                rotate={(hours) => api.post(`${path}/rotate`, { overlap_seconds: hours * 3_600 })}
                onRotated={onRotated}
              >
                Rotate secret
              </RotateButton>
            )}
            <ConfirmButton
              act={path}
              action="Delete webhook"
              about={`No more events are sent to ${webhook.url}. Its delivery log is kept for 30 days.`}
              size="xs"
            >
              Delete
            </ConfirmButton>
          </Group>
        </Allowed>
      </Group>
    </article>
  );
}

const fileFormats: Record<DestinationView["format"], string> = {
  ndjson: "NDJSON",
  json: "JSON",
  csv: "CSV",
  xlsx: "Excel",
  parquet: "Parquet",
};

const NewDestination = () => (
  <DescribedForm
    of="POST /destinations"
    label="New destination"
    fields={["name", "endpoint", "bucket", "region", "access_key_id", "secret_access_key", "format"]}
    about={{
      name: { placeholder: "Data lake" },
      endpoint: { kind: "url", placeholder: "https://s3.example.com" },
      secret_access_key: { kind: "secret", autoComplete: "off" },
      format: {
        label: "File format",
        options: labelled(fileFormats),
      },
    }}
    action="Add destination"
    button={{ leftSection: <Icon name="plus" /> }}
    done="Destination added."
  />
);

/** Ends at its log, where the storage's answer is. */
function TestUpload({ id }: { id: string }) {
  const navigate = useNavigate();
  const openLog = () => navigate({ to: `/automation/webhooks/${id}` });
  return (
    <ActButton path={`/destinations/${id}/test`} onDone={openLog} size="xs">
      Upload test file
    </ActButton>
  );
}

function DestinationCard({
  destination: { id, name, endpoint, bucket, path, format },
}: {
  destination: DestinationView;
}) {
  return (
    <article className="surface" style={{ padding: 20 }} aria-label={`Destination ${name}`}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <div style={{ minWidth: 0, flex: "1 1 260px", overflowWrap: "anywhere" }}>
          <Group gap="xs">
            <Text fw={600}>{name}</Text>
            <Badge color="gray">{fileFormats[format]}</Badge>
          </Group>
          <Text size="sm" mt={6}>
            {endpoint.replace(/\/$/, "")}/{bucket}/{path}
          </Text>
          <Note mt={6}>Destination ID {id}</Note>
        </div>
        <Group gap="xs">
          <TextLink to={`/automation/webhooks/${id}`}>Deliveries</TextLink>
          <Allowed to="manage">
            <TestUpload id={id} />
            <ConfirmButton
              act={`/destinations/${id}`}
              title={`Delete ${name}`}
              action="Delete destination"
              about="No more files are uploaded there. Existing files stay."
              size="xs"
            >
              Delete
            </ConfirmButton>
          </Allowed>
        </Group>
      </Group>
    </article>
  );
}
