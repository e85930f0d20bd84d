import { Select, SimpleGrid, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { RequestDetail, RunDifferences } from "../../../src/endpoints/dashboard/types.ts";
import { queries } from "../api/queries.ts";
import { useAddress } from "../api/use-address.ts";
import { ChangeList, summarizeChanges } from "../automation/changes.tsx";
import { useOperation } from "../parts/chosen-operation.tsx";
import { RecordsView } from "../records/records-view.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { Empty } from "../ui/empty.tsx";
import { formatDuration, formatNumber, formatTime, humanise, plural } from "../ui/format.ts";
import { Page, Part } from "../ui/page.tsx";
import { Load, QueryView } from "../ui/query-view.tsx";
import { Note, TextLink } from "../ui/text.tsx";
import { useCallSummary } from "./call-title.tsx";

/**
 * Two runs of an operation side by side: their parameters, costs, and differences in records; or one run, whose records a
 * recall corrected.
 */
export default function ComparePage() {
  const { before, after } = useAddress<"before" | "after">().search;
  const older = useQuery(queries.request(before));
  const newer = useQuery(queries.request(after));
  const isRecalled = before !== undefined && before === after;
  return (
    <Page
      title={isRecalled ? "Delivered and corrected records" : "Compare two runs"}
      back={isRecalled ? [`/requests/${after}`, "The request"] : ["/requests", "All requests"]}
    >
      {after === undefined ? (
        <Empty icon="compare" title="Nothing to compare yet">
          Open a request with records, and choose "Compare".
        </Empty>
      ) : (
        <QueryView query={newer}>
          {(now) =>
            isRecalled ? (
              <>
                <RecordDifferences then={now} now={now} />
                <CorrectedRecords request={now} />
              </>
            ) : (
              <>
                <Choice now={now} before={before} />
                {before !== undefined && (
                  <QueryView query={older}>{(then) => <Comparison then={then} now={now} />}</QueryView>
                )}
              </>
            )
          }
        </QueryView>
      )}
    </Page>
  );
}

/** Selects the run to compare with, from the most recent of the same operation. */
function Choice({ now, before }: { now: RequestDetail; before: string | undefined }) {
  const { set } = useAddress<"before">();
  const query = new URLSearchParams({ limit: "50", endpoint: now.endpoint, status: "2" });
  const { data } = useQuery(queries.at(`/requests?${query}`));
  const summarizeChanges = useCallSummary();
  const others = (data?.requests ?? []).filter(({ id, kind }) => id !== now.id && kind === "admitted");
  // Defaults to the previous run with the same parameters, otherwise the previous run: what users mean by "what changed".
  const earlier = others.filter(({ started_at }) => started_at < now.started_at);
  const same = earlier.find(({ params }) => JSON.stringify(params) === JSON.stringify(now.params));
  const preset = (same ?? earlier[0] ?? others[0])?.id;
  useEffect(() => {
    if (before === undefined && preset !== undefined) void set({ before: preset });
  }, [before, preset, set]);
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Select
        label="Compare with the run of"
        placeholder={others.length === 0 ? "No other runs of this operation" : "Choose a run"}
        data={others.map(({ id, started_at, results, params }) => ({
          value: id,
          label: [formatTime(started_at), summarizeChanges(now.endpoint, params), plural(results, "record")]
            .filter(Boolean)
            .join(" · "),
        }))}
        value={before ?? null}
        searchable
        onChange={(id) => set({ before: id ?? undefined })}
      />
      <div>
        <Text size="sm" fw={500}>
          This run
        </Text>
        <TextLink to={`/requests/${now.id}`}>
          {now.endpoint}, {formatTime(now.started_at)}
        </TextLink>
      </div>
    </SimpleGrid>
  );
}

function Comparison({ then, now }: { then: RequestDetail; now: RequestDetail }) {
  const names = [...new Set([...Object.keys(then.params), ...Object.keys(now.params)])].filter(
    (name) => shown(then.params[name]) !== shown(now.params[name]),
  );
  const rows: Array<[string, string, string]> = [
    ["Started", formatTime(then.started_at), formatTime(now.started_at)],
    ["Records", formatNumber(then.results), formatNumber(now.results)],
    ["Cost", plural(then.cost, "point"), plural(now.cost, "point")],
    ["Duration", formatDuration(then.duration_ms ?? 0), formatDuration(now.duration_ms ?? 0)],
    ...names.map((name): [string, string, string] => [
      humanise(name),
      shown(then.params[name]),
      shown(now.params[name]),
    ]),
  ];
  return (
    <>
      <DataTable
        label="Both runs"
        rows={rows}
        keyOf={([what]) => what}
        columns={[
          { header: "Parameter", role: "title", cell: ([what]) => what },
          {
            header: then.started_at > now.started_at ? "Later run" : "Earlier run",
            role: "prose",
            cell: ([, old]) => old,
          },
          { header: "This run", role: "prose", cell: ([, old, now]) => (old === now ? now : <b>{now}</b>) },
        ]}
      />
      <RecordDifferences then={then} now={now} />
    </>
  );
}

function RecordDifferences({ then, now }: { then: RequestDetail; now: RequestDetail }) {
  const at = encodeURIComponent(now.id);
  const query = useQuery(queries.at(`/requests/${at}/differences/${encodeURIComponent(then.id)}`));
  return (
    <section aria-label="Differences">
      <Title order={2} mb={4}>
        Records
      </Title>
      <QueryView query={query}>
        {({ changes }) => (
          <>
            <Note mb="sm">{differencesWords(changes)}</Note>
            {changes && changes.length > 0 && <ChangeList changes={changes} />}
          </>
        )}
      </QueryView>
    </section>
  );
}

/** The records of a recalled request as they should have been. */
function CorrectedRecords({ request: { id, endpoint, recall } }: { request: RequestDetail }) {
  const operation = useOperation(endpoint);
  if (!recall || !operation) return null;
  return (
    <Part title="Corrected records" label="Corrected">
      <Load path={`/recalls/${recall.id}/records?request_id=${id}`}>
        {({ rows: [call] }) => (
          <RecordsView
            records={call?.corrected ?? []}
            operation={operation}
            path={null}
            label="Corrected records"
            name={`corrected-${id}`}
          />
        )}
      </Load>
    </Part>
  );
}

function differencesWords(changes: RunDifferences["changes"]): string {
  if (changes === null) return "The records of one run have expired.";
  return changes.length === 0 ? "The records are the same." : summarizeChanges(changes);
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return "not set";
  return typeof value === "string" ? value : JSON.stringify(value);
}
