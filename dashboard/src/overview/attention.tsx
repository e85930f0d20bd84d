import { Text } from "@mantine/core";
import type { KeyView, ScheduleView, UsageAnswer, WebhookView } from "../../../src/endpoints/dashboard/types.ts";
import type { Status } from "../../../src/health/status-types.ts";
import { PAUSED_BY_OWNER } from "../../../src/words/pauses.ts";
import { Card } from "../ui/card.tsx";
import { formatAgo, formatTime } from "../ui/format.ts";
import { TextLink } from "../ui/text-link.tsx";

const DAY_MS = 86_400_000;
const SOON_MS = 7 * DAY_MS;

interface AttentionProps {
  /** Points that come with the confirmed address. */
  waiting: number;
  usage: UsageAnswer;
  keys: KeyView[];
  status: Status;
  used: string[];
  schedules: ScheduleView[];
  webhooks: WebhookView[];
}

interface Matter {
  words: string;
  to: string;
  action: string;
}

/** What stops calls, or soon will, most urgent first. Nothing if all is well. */
export function Attention(props: AttentionProps) {
  const matters = [...points(props), ...sources(props), ...work(props), ...keys(props)];
  if (matters.length === 0) return null;
  return (
    <Card title="Needs attention">
      <ul className="plain-list">
        {matters.map(({ words, to, action }) => (
          <li key={words}>
            <Text size="sm">{words}</Text>
            <TextLink to={to}>{action}</TextLink>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function points({ usage, waiting }: AttentionProps): Matter[] {
  // The banner and the first steps say how to get them.
  if (waiting > 0) return [];
  const link = { to: "/points?view=plans", action: "Plans" };
  if (usage.points <= 0) return [{ words: "No points left: calls are refused.", ...link }];
  if (usage.runs_out_at === null || usage.runs_out_at - Date.now() > SOON_MS) return [];
  return [{ words: `At last week's pace your points run out ${formatAgo(usage.runs_out_at)}.`, ...link }];
}

const sources = ({ status, used }: AttentionProps): Matter[] =>
  status.sources
    .filter(({ name, state }) => state !== "ok" && used.includes(name))
    .map(({ title, reason }) => ({ words: `${title}: ${reason ?? "not working"}`, to: "/status", action: "Status" }));

/** Schedules and webhooks that stopped without their owner's doing. */
const work = ({ schedules, webhooks }: AttentionProps): Matter[] => [
  ...schedules
    .filter(({ pause_reason }) => pause_reason !== null && pause_reason !== PAUSED_BY_OWNER)
    .map(({ id, name, pause_reason }) => ({
      words: `The schedule ${name} is paused: ${pause_reason}`,
      to: `/automation/schedules/${id}`,
      action: "Schedule",
    })),
  ...webhooks
    .filter(({ failing_since }) => failing_since !== null)
    .map(({ id, url, status, failing_since }) => ({
      words: `${status === "disabled" ? "Disabled" : "Failing"} since ${formatTime(Date.parse(failing_since!))}: the webhook ${url}`,
      to: `/automation/webhooks/${id}`,
      action: "Webhook",
    })),
];

const keys = ({ keys: all }: AttentionProps): Matter[] =>
  all
    .filter(({ revoked_at }) => revoked_at === null)
    .flatMap(({ id, name, spent, spending_cap, expires_at, created_at }) => {
      const link = { to: `/keys/${id}`, action: "Key" };
      const left = expires_at === null ? Number.POSITIVE_INFINITY : expires_at - Date.now();
      // A key that was made for a few days ends as planned.
      if (left > 0 && left <= SOON_MS && expires_at! - created_at > SOON_MS) {
        return [{ words: `The key ${name} expires ${formatAgo(expires_at!)}.`, ...link }];
      }
      return left > 0 && spending_cap !== null && spent >= spending_cap
        ? [{ words: `The key ${name} has reached its spending cap.`, ...link }]
        : [];
    });
