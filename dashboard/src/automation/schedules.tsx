import { Anchor, Button, Table, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ScheduleView } from "../../../src/entry/dashboard/api-types.ts";
import { Empty } from "../ui/empty.tsx";
import { formatAgo, formatNumber, formatTime } from "../ui/format.ts";
import { IconCalendarRepeat, IconPlus } from "../ui/icons.tsx";
import { Page } from "../ui/page.tsx";
import { QueryView } from "../ui/query-view.tsx";
import { ScrollTable } from "../ui/scroll-table.tsx";
import { cronWords } from "./cron-words.ts";
import { MoreButton } from "./more-button.tsx";
import { usePages } from "./use-pages.ts";
import { WorkBadge } from "./work-badge.tsx";

export function SchedulesPage() {
  const schedules = usePages<ScheduleView>("/schedules?limit=25");
  const create = (
    <Button component={Link} to="/automation/schedules/new" leftSection={<IconPlus size={16} />}>
      New schedule
    </Button>
  );
  return (
    <Page title="Schedules" about="Calls that repeat automatically, and what changed between runs." actions={create}>
      <QueryView query={schedules}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty icon={IconCalendarRepeat} title="No schedules yet">
              Save a call and when to repeat it. Each run is compared with the last: you see what was added, removed and
              changed.
            </Empty>
          ) : (
            <>
              <ScrollTable label="Schedules">
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th scope="col">Name</Table.Th>
                    <Table.Th scope="col">Status</Table.Th>
                    <Table.Th scope="col">When</Table.Th>
                    <Table.Th scope="col">Next run</Table.Th>
                    <Table.Th scope="col">Last run</Table.Th>
                    <Table.Th scope="col" ta="right">
                      Spent this month
                    </Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {rows.map((schedule) => (
                    <ScheduleRow key={schedule.id} schedule={schedule} />
                  ))}
                </Table.Tbody>
              </ScrollTable>
              <MoreButton query={schedules}>Show older schedules</MoreButton>
            </>
          )
        }
      </QueryView>
    </Page>
  );
}

function ScheduleRow({ schedule }: { schedule: ScheduleView }) {
  const { next_at, last_run, monthly_budget } = schedule;
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={500}>
        <Anchor component={Link} to={`/automation/schedules/${schedule.id}`} size="sm">
          {schedule.name}
        </Anchor>
        <Text size="xs" c="dimmed">
          {schedule.operation}
        </Text>
      </Table.Th>
      <Table.Td>
        <WorkBadge status={schedule.status} />
      </Table.Td>
      <Table.Td>
        {cronWords(schedule.cron)}
        <Text size="xs" c="dimmed">
          {schedule.time_zone}
        </Text>
      </Table.Td>
      <Table.Td title={next_at ? formatTime(Date.parse(next_at)) : undefined}>
        {next_at ? formatAgo(Date.parse(next_at)) : "–"}
      </Table.Td>
      <Table.Td>
        {last_run ? (
          <Anchor component={Link} to={`/automation/jobs/${last_run.id}`} size="sm">
            {last_run.status}, {formatAgo(Date.parse(last_run.at))}
          </Anchor>
        ) : (
          "–"
        )}
      </Table.Td>
      <Table.Td ta="right">
        {formatNumber(schedule.spent_this_month)}
        {monthly_budget !== null && ` of ${formatNumber(monthly_budget)}`}
      </Table.Td>
    </Table.Tr>
  );
}
