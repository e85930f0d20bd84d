import { Alert } from "@mantine/core";
import type { OperationView, RequestDetail } from "../../../src/endpoints/dashboard/types.ts";
import { RecordsView } from "../records/records-view.tsx";
import { Part } from "../ui/card.tsx";
import { plural } from "../ui/format.ts";
import { IconAlertTriangle } from "../ui/icons.tsx";
import { Load } from "../ui/query-view.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { Time } from "../ui/time.tsx";

type RequestRecall = NonNullable<RequestDetail["recall"]>;

/** Says on a request's page that its records were wrong. */
export const RecallNotice = ({ recall: { id, field, from, to, points, corrected } }: { recall: RequestRecall }) => (
  <Alert color="yellow" icon={<IconAlertTriangle size={18} />} mt="md" title="Records recalled" role="note">
    {field} was wrong from <Time at={from} /> to <Time at={to} />; {plural(points, "point")} returned.
    {corrected && " The corrected records are below."}{" "}
    <TextLink to={`/recalled/${id}`} c="inherit" td="underline">
      View the recall
    </TextLink>
  </Alert>
);

/** The records of a recalled request as they should have been. */
export function CorrectedRecords({
  request,
  recall,
  operation,
}: {
  request: Pick<RequestDetail, "id">;
  recall: RequestRecall;
  operation: OperationView;
}) {
  const of = new URLSearchParams({ request_id: request.id });
  return (
    <Part title="Corrected records" label="Corrected">
      <Load path={`/recalls/${recall.id}/records?${of}`}>
        {({ rows }) => (
          <RecordsView
            records={rows[0]?.corrected ?? []}
            operation={operation}
            path={null}
            label="Corrected records"
            name={`corrected-${request.id}`}
          />
        )}
      </Load>
    </Part>
  );
}
