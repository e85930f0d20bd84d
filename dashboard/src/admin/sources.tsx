import { Stack, Text } from "@mantine/core";
import type { AdminSource } from "../../../src/endpoints/dashboard/types.ts";
import { CellNote, type Column, DataTable } from "../ui/data-table.tsx";
import { Page } from "../ui/page.tsx";
import { Load } from "../ui/query-view.tsx";
import { StateBadge } from "../ui/state-badge.tsx";
import { Time } from "../ui/text.tsx";

const columns: Array<Column<AdminSource>> = [
  {
    header: "Source",
    role: "title",
    cell: ({ title }) => title,
    note: ({ source }) => source,
  },
  {
    header: "Status",
    role: "status",
    cell: ({ state, held, breaker_open }) => (
      <>
        <StateBadge state={state} />
        {held && <CellNote>{`held ${held.state} by ${held.by}: ${held.note}`}</CellNote>}
        {breaker_open && <CellNote>no recent calls</CellNote>}
      </>
    ),
  },
  ["Succeeded", "ok", "figure"],
  ["Failed", "failed", "figure"],
  {
    header: "Rate limit",
    cell: ({ concurrency, per_second }) => `${concurrency} concurrent, ${per_second} per second`,
  },
  { header: "robots.txt", role: "prose", cell: ({ robots }) => <Robots robots={robots} /> },
  {
    header: "Last error",
    cell: ({ last_error_at }) => last_error_at && <Time at={last_error_at} as="ago" />,
    note: ({ last_error }) => last_error,
  },
];

export default function SourcesPage() {
  return (
    <Page title="Sources" about="How the last calls of each source went, and its rate limits.">
      <Load path="/admin/sources" everyMs={15_000}>
        {({ sources }) => <DataTable label="Sources" columns={columns} rows={sources} keyOf={({ source }) => source} />}
      </Load>
    </Page>
  );
}

/** What robots.txt allows: one line if it allows everything, otherwise the rule and what to do. */
function Robots({ robots: { state, operations } }: Pick<AdminSource, "robots">) {
  if (state === "stand-in") return "Not read: a stand-in is used";
  if (state === "ignored") return "Ignored (operator setting)";
  if (operations.length === 0) return "Not read yet";
  const troubles = operations.filter(({ kind }) => kind !== "allowed");
  if (troubles.length === 0) return "Allows every operation";
  return (
    <Stack gap={6} maw={360}>
      {troubles.map(({ operation, words, cure }) => (
        <Text key={operation} size="sm">
          <b>{operation.replace("/api/", "")}</b>: {words}.{" "}
          <Text span size="xs" c="dimmed">
            {cure}
          </Text>
        </Text>
      ))}
    </Stack>
  );
}
