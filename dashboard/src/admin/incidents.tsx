import { Badge, Group, SegmentedControl } from "@mantine/core";
import type { AdminIncident } from "../../../src/endpoints/dashboard/types.ts";
import { useAddress } from "../api/use-address.ts";
import { type Column, PagedTable } from "../ui/data-table.tsx";
import { Empty } from "../ui/empty.tsx";
import { toOptions } from "../ui/options.ts";
import { Page } from "../ui/page.tsx";
import { StateBadge } from "../ui/state-badge.tsx";

const columns: Array<Column<AdminIncident>> = [
  {
    header: "Incident",
    role: "title",
    cell: ({ title, kind, field }) => `${title}: ${kind}${field ? ` of ${field}` : ""}`,
    to: ({ no }) => `/admin/incidents/${no}`,
    note: ({ reason }) => reason,
  },
  {
    header: "Status",
    role: "status",
    cell: ({ closed_at, state }) => <StateBadge state={closed_at === null ? state : "ok"} />,
  },
  ["Began", "opened_at", "ago"],
  ["Ended", "closed_at", "ago"],
  {
    header: "Evidence",
    cell: ({ has_response, has_recording }) =>
      (has_response || has_recording) && (
        <Group gap={4} wrap="nowrap">
          {has_response && <Badge>response</Badge>}
          {has_recording && <Badge>recording</Badge>}
        </Group>
      ),
  },
  ["Note", "note", "prose"],
];

/** Incidents at all sources, newest first. */
export default function IncidentsPage() {
  const { search, set } = useAddress<"state">();
  const state = search.state === "all" ? "all" : "open";
  return (
    <Page
      title="Incidents"
      about="What broke at the sources, with the evidence to fix it."
      actions={
        <SegmentedControl
          aria-label="Filter incidents"
          data={toOptions("open", "all")}
          value={state}
          onChange={(value) => set({ state: value })}
        />
      }
    >
      <PagedTable
        label="Incidents"
        columns={columns}
        path={`/admin/incidents?state=${state}`}
        everyMs={30_000}
        more="Show older incidents"
        empty={
          <Empty icon="circle-check" title={state === "all" ? "No incidents yet" : "No open incidents"}>
            An incident opens automatically when calls fail, a field is lost or a canary fails.
          </Empty>
        }
      />
    </Page>
  );
}
