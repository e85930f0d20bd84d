import type { RecallView } from "../../../src/endpoints/dashboard/types.ts";
import { usePages } from "../api/use-pages.ts";
import { CellNote, type Column, PagedTable } from "../ui/data-table.tsx";
import { Empty } from "../ui/empty.tsx";
import { IconRepeat } from "../ui/icons.tsx";
import { Page } from "../ui/page.tsx";
import { TextLink } from "../ui/text.tsx";
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
        pages={usePages("/recalls?limit=25")}
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
