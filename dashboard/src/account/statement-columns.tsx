import type { StatementEntry } from "../../../src/endpoints/dashboard/types.ts";
import { CallTitle } from "../requests/call-title.tsx";
import { CellNote, type Column } from "../ui/data-table.tsx";
import { Time } from "../ui/text.tsx";

const kinds: Record<string, string> = {
  hold: "Held for a call",
  settle: "Hold released",
  release: "Hold released",
  expire: "Hold released",
  grant: "Points granted",
  top_up: "Points bought",
  correction: "Correction",
  recall: "Points returned",
  carried: "Balance carried forward",
};

const signed = new Intl.NumberFormat("en-US", { signDisplay: "exceptZero" });

/** The columns of a points statement. `requests` is where its calls are shown. */
export const statementColumns = (requests: string, holds = false): Array<Column<StatementEntry>> => [
  {
    header: "Entry",
    role: "title",
    cell: ({ kind, note, request_id, endpoint, params }) => (
      <>
        {request_id && endpoint ? (
          <CallTitle to={`${requests}/${request_id}`} path={endpoint} params={params} />
        ) : (
          (kinds[kind] ?? kind)
        )}
        {request_id && kind === "hold" && <CellNote>Held for this call</CellNote>}
        {request_id && kind === "recall" && <CellNote>Returned: its records were wrong</CellNote>}
        {note && <CellNote>{note}</CellNote>}
      </>
    ),
  },
  { header: "When", plain: true, cell: ({ at }) => <Time at={at} /> },
  { header: "Points", role: "figure", cell: ({ amount }) => signed.format(amount) },
  [holds ? "Available" : "Balance", "balance", "figure"],
];
