import { Badge, Button, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { Delegated } from "../../../src/endpoints/dashboard/types.ts";
import { api } from "../api/call.ts";
import { useChange } from "../api/use-change.ts";
import { formatAgo } from "../ui/format.ts";
import { Section } from "../ui/page.tsx";
import { Load } from "../ui/query-view.tsx";
import { Note } from "../ui/text.tsx";

const kinds: Record<Delegated["kind"], string> = {
  api_key: "API key",
  key_secret: "Secret of another member's key",
  webhook: "Webhook",
  schedule: "Schedule",
  feed: "Address of a feed",
  link: "Link to results",
  destination: "Storage for files",
  batch: "Batch",
  job: "Job",
  invitation: "Invitation",
  provider: "Single sign-on",
  second_factor: "Second factor",
};

const states: Record<Delegated["state"], { color: string; label: string }> = {
  active: { color: "husk", label: "Active" },
  stopped: { color: "yellow", label: "Stopped" },
  ended: { color: "gray", label: "Ended" },
  "handed over": { color: "husk", label: "Taken over" },
};

/** The path that resumes an item; null if it cannot be resumed. */
const resumePath = ({ kind, id }: Delegated): string | null =>
  ({ webhook: `/webhooks/${id}/enable`, schedule: `/schedules/${id}/resume`, batch: `/batches/${id}/resume` })[
    kind as string
  ] ?? null;

/** Everything that can act for an account, one line each. */
export function DelegatedList({ access, action }: { access: Delegated[]; action?: (item: Delegated) => ReactNode }) {
  return (
    <ul className="plain-list">
      {access.map((item) => (
        <li key={`${item.kind} ${item.id}`}>
          <div>
            <Group gap="xs">
              <Text fw={500} style={{ overflowWrap: "anywhere" }}>
                {item.name}
              </Text>
              <Badge color={states[item.state].color}>{states[item.state].label}</Badge>
            </Group>
            <Note>
              {kinds[item.kind]}
              {item.made_by !== null && ` · by ${item.made_by}`}
              {item.created_at !== null && ` · created ${formatAgo(item.created_at)}`}
            </Note>
          </div>
          {action?.(item)}
        </li>
      ))}
    </ul>
  );
}

export function AccessReview() {
  const resume = useChange((path: string) => api.call("POST", path, {}));
  const action = (item: Delegated) => {
    const path = item.state === "stopped" ? resumePath(item) : null;
    return (
      path && (
        <Button size="xs" variant="default" aria-label={`Resume ${item.name}`} onClick={() => resume.mutate(path)}>
          Resume
        </Button>
      )
    );
  };
  return (
    <Section
      wide
      title="Active access"
      about="Keys, webhooks, schedules and running jobs of this account. If you do not recognise one, delete it on its own page. A password reset stops all of them; resume the ones that are yours. A resumed webhook has a new signing secret: rotate it to see the secret."
    >
      <Load path="/access">
        {({ access }) =>
          access.length > 0 ? <DelegatedList access={access} action={action} /> : <Text c="dimmed">Nothing.</Text>
        }
      </Load>
    </Section>
  );
}
