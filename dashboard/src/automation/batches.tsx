import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { BatchView } from "../../../src/endpoints/dashboard/types.ts";
import { usePages } from "../api/use-pages.ts";
import { Allowed } from "../parts/allowed.tsx";
import { CellNote, type Column } from "../ui/data-table.tsx";
import { Empty } from "../ui/empty.tsx";
import { formatNumber } from "../ui/format.ts";
import { IconFileStack, IconPlus } from "../ui/icons.tsx";
import { Page } from "../ui/page.tsx";
import { PagedTable } from "../ui/paged-table.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { Time } from "../ui/time.tsx";
import { BatchProgress, isOpen } from "./batch-progress.tsx";
import { WorkBadge } from "./work-badge.tsx";

const columns: Array<Column<BatchView>> = [
  {
    header: "Operation",
    role: "title",
    cell: ({ id, operation, pause_reason }) => (
      <>
        <TextLink to={`/automation/batches/${id}`}>{operation.replace(/^\/api\//, "")}</TextLink>
        {pause_reason && <CellNote>{pause_reason}</CellNote>}
      </>
    ),
  },
  { header: "Status", role: "status", cell: ({ status }) => <WorkBadge status={status} /> },
  { header: "Progress", role: "prose", cell: (batch) => <BatchProgress batch={batch} /> },
  { header: "Records", role: "figure", cell: ({ records }) => formatNumber(records) },
  { header: "Cost", role: "figure", cell: ({ charged }) => formatNumber(charged) },
  { header: "Started", cell: ({ created_at }) => <Time at={created_at} as="ago" /> },
];

export function BatchesPage() {
  const batches = usePages<BatchView>("/batches?limit=25", { isOpen });
  const create = (
    <Allowed to="work">
      <Button component={Link} to="/automation/batches/new" leftSection={<IconPlus size={16} />}>
        New batch
      </Button>
    </Allowed>
  );
  return (
    <Page title="Batches" about="One operation for every line of a file." actions={create}>
      <PagedTable
        label="Batches"
        columns={columns}
        pages={batches}
        keyOf={({ id }) => id}
        more="Show older batches"
        empty={
          <Empty icon={IconFileStack} title="No batches yet">
            Drop a CSV or NDJSON file with up to 10,000 calls. You see the cost before it starts, and get one file of
            records back.
          </Empty>
        }
      />
    </Page>
  );
}
