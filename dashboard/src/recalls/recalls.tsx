import type { RecallView } from "../../../src/endpoints/dashboard/types.ts";
import { type Column, PagedTable } from "../ui/data-table.tsx";
import { Empty } from "../ui/empty.tsx";
import { Page } from "../ui/page.tsx";
import { RecallState } from "./recall-state.tsx";

const columns: Array<Column<RecallView>> = [
  {
    header: "What was wrong",
    role: "title",
    cell: ({ operation, field }) => `${field} of ${operation.slice("/api/".length)}`,
    to: ({ id }) => `/recalled/${id}`,
    note: ({ reason }) => reason,
  },
  { header: "State", role: "status", cell: (recall) => <RecallState recall={recall} /> },
  ["First call", "from", "time"],
  ["Last call", "to", "time"],
  ["Wrong calls", "requests", "figure"],
  ["Not checked", "unchecked", "figure"],
  ["Points returned", "points", "figure"],
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
        path="/recalls?limit=25"
        more="Show older recalls"
        empty={
          <Empty icon="repeat" title="No recalls">
            If records that you received turn out to be wrong, they are listed here, and you get their points back.
          </Empty>
        }
      />
    </Page>
  );
}
