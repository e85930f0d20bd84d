import { Alert, List, Progress, Table } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { QualityReport } from "../../../src/endpoints/dashboard/types.ts";
import { queries } from "../api/queries.ts";
import { humanise, plural } from "../ui/format.ts";
import { IconAlertTriangle } from "../ui/icons.tsx";
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
        <Alert color="yellow" icon={<IconAlertTriangle size={18} />} mb="md" title="Worth a look">
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

function Fields({ fields, isCompared }: { fields: Field[]; isCompared: boolean }) {
  return (
    <Table withRowBorders={false} verticalSpacing={4} maw={640}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Field</Table.Th>
          <Table.Th w="40%">Filled</Table.Th>
          <Table.Th ta="right">{isCompared ? "Now" : "Share"}</Table.Th>
          {isCompared && <Table.Th ta="right">Before</Table.Th>}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {fields.map(({ field, share, share_before }) => (
          <Table.Tr key={field}>
            <Table.Td>{humanise(field)}</Table.Td>
            <Table.Td>
              <Progress value={share * 100} aria-label={`${humanise(field)}: ${percent(share)} filled`} />
            </Table.Td>
            <Table.Td ta="right">{percent(share)}</Table.Td>
            {isCompared && <Table.Td ta="right">{share_before === null ? "–" : percent(share_before)}</Table.Td>}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
