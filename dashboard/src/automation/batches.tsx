import { Anchor, Button, Table, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { BatchView } from "../../../src/entry/dashboard/api-types.ts";
import { Empty } from "../ui/empty.tsx";
import { formatAgo, formatNumber, formatTime } from "../ui/format.ts";
import { IconFileStack, IconPlus } from "../ui/icons.tsx";
import { Page } from "../ui/page.tsx";
import { QueryView } from "../ui/query-view.tsx";
import { ScrollTable } from "../ui/scroll-table.tsx";
import { BatchProgress, isOpen } from "./batch-progress.tsx";
import { MoreButton } from "./more-button.tsx";
import { usePages } from "./use-pages.ts";
import { WorkBadge } from "./work-badge.tsx";

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
