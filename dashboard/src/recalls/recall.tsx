import { Alert, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { RecalledRequestView, RecallView, RequestRow } from "../../../src/endpoints/dashboard/types.ts";
import { queries } from "../api/queries.ts";
import { useAddress } from "../api/use-address.ts";
import { CallTitle } from "../requests/call-title.tsx";
import { comparePath } from "../requests/requests-path.ts";
import { type Column, PagedTable } from "../ui/data-table.tsx";
import { formatNumber, plural } from "../ui/format.ts";
import { Card, Facts, Page, Part } from "../ui/page.tsx";
import { Load } from "../ui/query-view.tsx";
import { Note, TextLink, Time, TimeSpan } from "../ui/text.tsx";
import { RecallState } from "./recall-state.tsx";

/** What a recall's calls asked and cost, from the history, by their ids. */
type Known = ReadonlyMap<string, RequestRow>;

const columnsWith = (known: Known): Array<Column<RecalledRequestView>> => [
  {
    header: "Call",
    role: "title",
    cell: ({ request_id: id }) => {
      const call = known.get(id);
      if (!call) return <TextLink to={`/requests/${id}`}>{id}</TextLink>;
      return <CallTitle to={`/requests/${id}`} path={call.endpoint} params={call.params} />;
    },
  },
  {
    header: "Wrong records",
    role: "figure",
    cell: ({ checked, records }) => (checked ? formatNumber(records) : "Not checked"),
  },
  {
    header: "Points",
    cell: ({ request_id, points }) => {
      const cost = known.get(request_id)?.cost;
      return `${cost === undefined ? "" : `cost ${formatNumber(cost)}, `}returned ${formatNumber(points)}`;
    },
  },
  {
    header: "Corrected records",
    cell: ({ request_id, corrected, corrected_at }) =>
      corrected && corrected_at ? (
        <>
          <TextLink to={comparePath(request_id, request_id)} td="underline">
            Compare {plural(corrected.length, "record")}
          </TextLink>
          , <Time at={corrected_at} as="ago" />
        </>
      ) : (
        "None yet"
      ),
  },
];

/** One recall: what was wrong, and its calls with their points and corrected records. */
export default function RecallPage() {
  const { id } = useAddress();
  return (
    <Page title="Recall" back={["/recalled", "All recalls"]}>
      <Load path={`/recalls/${encodeURIComponent(id)}`}>
        {(recall) => (
          <>
            <Summary recall={recall} />
            <Calls recall={recall} />
          </>
        )}
      </Load>
    </Page>
  );
}

function Calls({ recall: { id, operation, from, to } }: { recall: RecallView }) {
  // The last call is included.
  const end = new Date(Date.parse(to) + 1).toISOString();
  const span = new URLSearchParams({ endpoint: operation, from, to: end, limit: "100" });
  const { data } = useQuery(queries.at(`/requests?${span}`));
  const known = new Map(data?.requests.map((call) => [call.id, call]));
  return (
    <Part title="Calls">
      <PagedTable
        label="Calls"
        columns={columnsWith(known)}
        path={`/recalls/${id}/records?limit=10`}
        keyOf={({ request_id }) => request_id}
        more="Show more calls"
        empty="The calls have expired."
      />
    </Part>
  );
}

function Summary({ recall }: { recall: RecallView }) {
  const { operation, field, reason, from, to, requests, unchecked, points, corrected, created_at, withdrawn_at } =
    recall;
  return (
    <Card label="What was wrong" title={`${field} of ${operation}`} badges={<RecallState recall={recall} />}>
      <Text mb="md" style={{ overflowWrap: "anywhere" }}>
        {reason}
      </Text>
      <Facts
        of={[
          ["Your wrong calls", formatNumber(requests)],
          ["Could not be checked", formatNumber(unchecked)],
          ["Points returned", formatNumber(points)],
          ["Calls with corrected records", formatNumber(corrected)],
        ]}
      />
      <Note mt="md">
        {requests > 0 ? "Wrong" : "Calls"} <TimeSpan of={[from, to]} /> · recalled <Time at={created_at} />
      </Note>
      {unchecked > 0 && !withdrawn_at && (
        <Alert color="yellow" mt="md" title={`${plural(unchecked, "call")} could not be checked`} role="note">
          Nothing confirmed can be compared with their records. Make these calls again and compare. You get their points
          back if they turn out to be wrong.
        </Alert>
      )}
      {withdrawn_at && (
        <Alert color="gray" mt="md" title="Withdrawn" role="note">
          The records were right after all: the recall was withdrawn <Time at={withdrawn_at} />. The points stay yours.
        </Alert>
      )}
    </Card>
  );
}
