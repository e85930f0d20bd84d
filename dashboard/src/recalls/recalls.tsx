import type { RecallView } from "../../../src/endpoints/dashboard/types.ts";
import { usePages } from "../api/use-pages.ts";
import { CellNote, type Column } from "../ui/data-table.tsx";
import { Empty } from "../ui/empty.tsx";
import { formatNumber } from "../ui/format.ts";
import { IconRepeat } from "../ui/icons.tsx";
import { Page } from "../ui/page.tsx";
import { PagedTable } from "../ui/paged-table.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { Time } from "../ui/time.tsx";
import { RecallState } from "./recall-state.tsx";

const columns: Array<Column<RecallView>> = [
  {
    header: "What was wrong",
    role: "title",
    cell: ({ id, operation, field, reason }) => (
      <>
        <TextLink to={`/recalled/${id}`}>
          {field} of {operation.slice("/api/".length)}
        </TextLink>
        <CellNote>{reason}</CellNote>
      </>
    ),
  },
  { header: "State", role: "status", cell: (recall) => <RecallState recall={recall} /> },
  { header: "First call", cell: ({ from }) => <Time at={from} /> },
  { header: "Last call", cell: ({ to }) => <Time at={to} /> },
  { header: "Wrong calls", role: "figure", cell: ({ requests }) => formatNumber(requests) },
  { header: "Not checked", role: "figure", cell: ({ unchecked }) => formatNumber(unchecked) },
  { header: "Points returned", role: "figure", cell: ({ points }) => formatNumber(points) },
];

/** Calls whose records turned out to be wrong. */
export default function RecallsPage() {
  return (
    <Page
      title="Recalls"
      about="Calls whose records turned out to be wrong. Their points are returned, and their records corrected where possible."
    >
      <PagedTable
        label="Recalls"
        columns={columns}
        pages={usePages<RecallView>("/recalls?limit=25")}
        keyOf={({ id }) => id}
        more="Show older recalls"
        empty={
          <Empty icon={IconRepeat} title="No recalls">
            If records that you received turn out to be wrong, they are listed here, and you get their points back.
          </Empty>
        }
      />
    </Page>
  );
}
