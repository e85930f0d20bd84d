import { Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { OperationView } from "../../../src/endpoints/dashboard/types.ts";
import { queries } from "../api/queries.ts";
import { KnownProvenance } from "../records/provenance.tsx";
import { RecordsView } from "../records/records-view.tsx";
import type { Item } from "../records/values.ts";
import { Note } from "../ui/text.tsx";

interface TracedRecordsProps {
  base: "/requests" | "/admin/requests";
  id: string;
  records: Item[];
  operation: OperationView;
}

/** The records of a request and, on demand, where each value comes from: its kept pages are then read again. */
export function TracedRecords({ base, id, records, operation }: TracedRecordsProps) {
  const [isOn, setOn] = useState(false);
  const path = `${base}/${encodeURIComponent(id)}` as const;
  const own = base === "/requests";
  const { data, error, isFetching } = useQuery({
    ...queries.at(`/requests/${encodeURIComponent(id)}/provenance`),
    enabled: own && isOn,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const known = useMemo(
    () => new Map(isOn && data ? records.flatMap((record, at) => (data[at] ? [[record, data[at]] as const] : [])) : []),
    [isOn, data, records],
  );
  return (
    <KnownProvenance value={known}>
      {own && records.length > 0 && (
        <Switch
          mb="sm"
          label="Where values come from"
          description={isOn && data ? "Point at a value, or open its record." : "Page, place and text of each value."}
          checked={isOn}
          onChange={(event) => setOn(event.currentTarget.checked)}
        />
      )}
      {isOn && isFetching && (
        <Note mb="sm" role="status">
          Reading the kept pages…
        </Note>
      )}
      {isOn && error && (
        <Note mb="sm" role="status">
          The pages of this request are not kept any more: they are kept for a day.
        </Note>
      )}
      <RecordsView records={records} operation={operation} path={`${path}/records`} name={`request-${id}`} />
    </KnownProvenance>
  );
}
