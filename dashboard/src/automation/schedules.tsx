import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ScheduleView } from "../../../src/endpoints/dashboard/types.ts";
import { Allowed } from "../parts/allowed.tsx";
import { type Column, PagedTable } from "../ui/data-table.tsx";
import { Empty } from "../ui/empty.tsx";
import { formatNumber, humanise } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { Page } from "../ui/page.tsx";
import { StateBadge } from "../ui/state-badge.tsx";
import { TextLink, Time } from "../ui/text.tsx";
import { cronWords } from "./cron-words.ts";

const columns: Array<Column<ScheduleView>> = [
  {
    header: "Name",
    role: "title",
    cell: ({ name }) => name,
    to: ({ id }) => `/automation/schedules/${id}`,
    note: ({ operation }) => operation,
  },
  { header: "Status", role: "status", cell: ({ status }) => <StateBadge state={status} /> },
  {
    header: "When",
    cell: ({ cron }) => cronWords(cron),
    note: ({ time_zone }) => time_zone,
  },
  ["Next run", "next_at", "ago"],
  {
    header: "Last run",
    cell: ({ last_run }) =>
      last_run && (
        <TextLink to={`/automation/jobs/${last_run.id}`}>
          {humanise(last_run.status)} <Time at={last_run.at} as="ago" />
        </TextLink>
      ),
  },
  {
    header: "Points this month",
    role: "figure",
    cell: ({ spent_this_month, monthly_budget }) =>
      monthly_budget === null
        ? formatNumber(spent_this_month)
        : `${formatNumber(spent_this_month)} of ${formatNumber(monthly_budget)}`,
  },
];

export default function SchedulesPage() {
  const create = (
    <Allowed to="work">
      <Button component={Link} to="/automation/schedules/new" leftSection={<Icon name="plus" />}>
        New schedule
      </Button>
    </Allowed>
  );
  return (
    <Page title="Schedules" about="Calls that repeat automatically, and what changed between runs." actions={create}>
      <PagedTable
        label="Schedules"
        columns={columns}
        path="/schedules?limit=25"
        more="Show older schedules"
        empty={
          <Empty icon="calendar-repeat" title="No schedules yet">
            Save a call and when to repeat it. Each run is compared with the last: you see what was added, removed and
            changed.
          </Empty>
        }
      />
    </Page>
  );
}
