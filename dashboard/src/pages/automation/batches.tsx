import { Anchor, Button, Table, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { BatchView } from "../../../../src/dashboard-api/api-types.ts";
import { BatchProgress, isOpen } from "../../automation/batch-progress.tsx";
import { MoreButton } from "../../automation/more-button.tsx";
import { usePages } from "../../automation/use-pages.ts";
import { WorkBadge } from "../../automation/work-badge.tsx";
import { formatAgo, formatNumber, formatTime } from "../../format.ts";
import { IconFileStack, IconPlus } from "../../icons.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Page } from "../../parts/page.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { ScrollTable } from "../../parts/scroll-table.tsx";

export function BatchesPage() {
  const batches = usePages<BatchView>("/batches?limit=25", { isOpen });
  const create = (
    <Button component={Link} to="/automation/batches/new" leftSection={<IconPlus size={16} />}>
      New batch
    </Button>
  );
  return (
    <Page title="Batches" about="One operation for every line of a file." actions={create}>
      <QueryView query={batches}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty icon={IconFileStack} title="No batches yet">
              Drop a CSV or NDJSON file with up to 10,000 calls. You see the cost before it starts, and get one file of
              records back.
            </Empty>
          ) : (
            <>
              <ScrollTable label="Batches">
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th scope="col">Operation</Table.Th>
                    <Table.Th scope="col">Status</Table.Th>
                    <Table.Th scope="col" miw={180}>
                      Progress
                    </Table.Th>
                    <Table.Th scope="col" ta="right">
                      Records
                    </Table.Th>
                    <Table.Th scope="col" ta="right">
                      Cost
                    </Table.Th>
                    <Table.Th scope="col">Started</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {rows.map((batch) => (
                    <BatchRow key={batch.id} batch={batch} />
                  ))}
                </Table.Tbody>
              </ScrollTable>
              <MoreButton query={batches}>Show older batches</MoreButton>
            </>
          )
        }
      </QueryView>
    </Page>
  );
}

function BatchRow({ batch }: { batch: BatchView }) {
  const at = Date.parse(batch.created_at);
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={500}>
        <Anchor component={Link} to={`/automation/batches/${batch.id}`} size="sm">
          {batch.operation}
        </Anchor>
        {batch.pause_reason && (
          <Text size="xs" c="dimmed" className="cell-text" title={batch.pause_reason}>
            {batch.pause_reason}
          </Text>
        )}
      </Table.Th>
      <Table.Td>
        <WorkBadge status={batch.status} />
      </Table.Td>
      <Table.Td>
        <BatchProgress batch={batch} />
      </Table.Td>
      <Table.Td ta="right">{formatNumber(batch.records)}</Table.Td>
      <Table.Td ta="right">{formatNumber(batch.charged)}</Table.Td>
      <Table.Td title={formatTime(at)}>{formatAgo(at)}</Table.Td>
    </Table.Tr>
  );
}
