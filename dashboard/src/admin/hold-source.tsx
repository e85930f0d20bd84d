import { DescribedForm } from "../parts/described-form.tsx";
import { formatAgo } from "../ui/format.ts";
import { Note } from "../ui/note.tsx";
import { Load } from "../ui/query-view.tsx";

const choices = [
  { value: "closed", label: "Close: calls are refused" },
  { value: "open", label: "Keep open: calls go through, even if the source is down" },
  { value: "auto", label: "Automatic, from its health" },
];

/** Lets an operator hold or release a source. Each decision is written to the audit log. */
export const HoldSource = ({ source }: { source: string }) => (
  <Load path="/admin/sources">
    {({ sources }) => {
      const held = sources.find((one) => one.source === source)?.held;
      return (
        <>
          {held && (
            <Note mb="sm">
              Held {held.state} by {held.by}, {formatAgo(held.at)}
              {held.note && `: ${held.note}`}
            </Note>
          )}
          <DescribedForm
            of="POST /admin/sources/{source}/hold"
            path={`/admin/sources/${encodeURIComponent(source)}/hold`}
            layout="stack"
            framed={false}
            initial={{ state: held?.state ?? "auto" }}
            about={{ state: { label: "Calls", options: choices }, note: { label: "Reason" } }}
            action="Decide"
            button={{ variant: "default" }}
            done="Done. Recorded in the audit log."
          />
        </>
      );
    }}
  </Load>
);
