import { Anchor, Container, Group, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { DayStatus, SourceStatus } from "../../../src/health/status-types.ts";
import { queries } from "../api/queries.ts";
import { formatAgo, formatDate, formatTime, plural } from "../ui/format.ts";
import { Card } from "../ui/page.tsx";
import { usePageTitle } from "../ui/page-title.ts";
import { QueryView } from "../ui/query-view.tsx";
import { StateBadge } from "../ui/state-badge.tsx";
import { Note, Time } from "../ui/text.tsx";

const headlines = {
  ok: "All sources are working",
  degraded: "Some sources have problems",
  down: "No source is responding",
} as const;

export default function StatusPage() {
  usePageTitle("Status");
  const query = useQuery(queries.publicStatus);
  return (
    <Container size="md" py="xl">
      <QueryView query={query}>
        {({ state, checked_at, sources }) => (
          <Stack gap="md">
            <div>
              <Title order={1}>{headlines[state]}</Title>
              <Text c="dimmed" mt={4} role="status">
                Checked <Time at={checked_at} as="ago" />. Days without calls are grey.{" "}
                <Anchor href="/status.atom" size="sm">
                  Feed
                </Anchor>{" "}
                ·{" "}
                <Anchor href="/status.json" size="sm">
                  JSON
                </Anchor>
              </Text>
            </div>
            {sources.map((source) => (
              <SourceCard key={source.name} source={source} />
            ))}
          </Stack>
        )}
      </QueryView>
    </Container>
  );
}

/** Days without calls are not counted. */
function uptimeWords({ uptime, days }: SourceStatus): string {
  const measured = days.filter(({ state }) => state !== "none").length;
  if (measured === 0) return "No uptime measured yet";
  return `${(uptime * 100).toFixed(2)}% uptime, measured on ${measured} of ${days.length} days`;
}

function SourceCard({ source }: { source: SourceStatus }) {
  const past = source.incidents.filter(({ closed_at }) => closed_at !== null).slice(0, 3);
  const notes = source.incidents.flatMap(({ closed_at, note }) => (closed_at === null && note ? [note] : []));
  return (
    <Card title={source.title} aside={<StateBadge state={source.state} />}>
      {source.reason && (
        <Text size="sm" mb="xs">
          {source.reason} Since {source.since === null ? "now" : formatTime(source.since)}.
          {source.fields.map(({ operation, field, likely_new_name }) => (
            <span key={`${operation} ${field}`}>
              {" "}
              {operation}: {field}
              {likely_new_name && ` (possibly renamed to ${likely_new_name})`}.
            </span>
          ))}
        </Text>
      )}
      {notes.map((note) => (
        <Text key={note} size="sm" mb="xs">
          {note}
        </Text>
      ))}
      <StatusDays days={source.days} title={source.title} />
      <Group justify="space-between" mt="xs" gap="2px 16px">
        <Note>{source.stand_in && "Stand-in"}</Note>
        <Note>{uptimeWords(source)}</Note>
      </Group>
      {past.length > 0 && (
        <Stack gap={4} mt="sm" component="ul" pl="md" mb={0}>
          {past.map(({ no, reason, note, opened_at, closed_at }) => (
            <Text key={no} component="li" size="sm" c="dimmed">
              {formatAgo(opened_at)}: {reason} Lasted{" "}
              {plural(Math.max(1, Math.round((closed_at! - opened_at) / 60_000)), "minute")}.{note && ` ${note}`}
            </Text>
          ))}
        </Stack>
      )}
    </Card>
  );
}

const words = { ok: "working", degraded: "degraded", down: "down", none: "no calls" } as const;

/** One bar per day, oldest first, each with its meaning in words. */
function StatusDays({ days, title }: { days: DayStatus[]; title: string }) {
  const troubled = days.filter(({ state }) => state === "down" || state === "degraded").length;
  const summary = troubled === 0 ? "no problems" : `problems on ${plural(troubled, "day")}`;
  return (
    <svg
      className="status-days"
      viewBox={`0 0 ${days.length * 10} 34`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${title}, the last ${days.length} days: ${summary}`}
    >
      {days.map(({ day, state, down_minutes }, index) => (
        <rect key={day} className={`day-${state}`} x={index * 10} y={0} width={7} height={34} rx={2}>
          <title>
            {[
              `${formatDate(Date.parse(day))}: ${words[state]}`,
              down_minutes > 0 && `down for ${plural(down_minutes, "minute")}`,
            ]
              .filter(Boolean)
              .join("; ")}
          </title>
        </rect>
      ))}
    </svg>
  );
}
