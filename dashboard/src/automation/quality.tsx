import { Alert, List, Progress } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { QualityReport } from "../../../src/endpoints/dashboard/types.ts";
import { queries } from "../api/queries.ts";
import { DataTable } from "../ui/data-table.tsx";
import { humanise, plural } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { Part } from "../ui/page.tsx";
import { Note } from "../ui/text.tsx";

type Field = QualityReport["fields"][number];

const percent = (share: number): string => `${Math.round(share * 100)}%`;

/** How complete the records of a job or batch are. It says nothing until the report is there, and nothing if it cannot be. */
export function Quality({ path }: { path: `/${"jobs" | "batches"}/${string}/quality` }) {
  const { data: report } = useQuery({ ...queries.at(path), retry: false });
  if (!report || report.records === 0) return null;
  const partly = report.fields.filter(({ share, share_before }) => share < 1 || (share_before ?? 1) < 1);
  const full = report.fields.length - partly.length;
  const isEmpty = ({ share, share_before }: Field) => share === 0 && !share_before;
  const empty = partly.filter(isEmpty).map(({ field }) => humanise(field).toLowerCase());
  const shown = partly.filter((field) => !isEmpty(field));
  return (
    <Part title="Quality">
      {report.noticed.length > 0 && (
        <Alert color="yellow" icon={<Icon name="alert-triangle" size={18} />} mb="md" title="Worth a look">
          <List size="sm">
            {report.noticed.map((sentence) => (
              <List.Item key={sentence}>{sentence}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Note mb={shown.length > 0 ? "sm" : 0}>
        {plural(full, "field")} of {report.fields.length} filled in every record
        {report.duplicates === 0 && `, no record twice${report.lines_missing === null ? "" : " in a line"}`}.
        {empty.length > 0 && ` Empty in every record: ${empty.join(", ")}.`}
      </Note>
      {shown.length > 0 && <Fields fields={shown} isCompared={report.compared_with !== null} />}
    </Part>
  );
}

const Fields = ({ fields, isCompared }: { fields: Field[]; isCompared: boolean }) => (
  <DataTable
    label="Fields"
    rows={fields}
    keyOf={({ field }) => field}
    columns={[
      ["Field", "field", "word"],
      {
        header: "Filled",
        role: "prose",
        cell: ({ field, share }) => <Progress value={share * 100} aria-label={`${field}: ${percent(share)} filled`} />,
      },
      { header: isCompared ? "Now" : "Share", role: "figure", cell: ({ share }) => percent(share) },
      isCompared && {
        header: "Before",
        role: "figure",
        cell: ({ share_before }) => (share_before === null ? "–" : percent(share_before)),
      },
    ]}
  />
);
