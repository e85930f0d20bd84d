import { Alert, Grid, Select, Stack } from "@mantine/core";
import "@mantine/dates/styles.css";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import type { CatalogueAnswer, OperationView, RequestDetail } from "../../../src/dashboard-api/api-types.ts";
import { queries } from "../api/queries.ts";
import { Page } from "../parts/page.tsx";
import { QueryView } from "../parts/query-view.tsx";
import { CallForm } from "../playground/call-form.tsx";
import { bodyOf, type Values } from "../playground/fields.ts";
import { Result } from "../playground/result.tsx";
import { SameCall } from "../playground/same-call.tsx";
import { useRun } from "../playground/use-run.ts";

const route = getRouteApi("/signed-in/playground");

export function PlaygroundPage() {
  const catalogue = useQuery(queries.catalogue);
  return (
    <Page title="Playground" about="Try an operation with your own points, then take the same call along.">
      <QueryView query={catalogue}>{(data) => <Chooser catalogue={data} />}</QueryView>
    </Page>
  );
}

function Chooser({ catalogue }: { catalogue: CatalogueAnswer }) {
  const { operation: wanted, request } = route.useSearch();
  const navigate = route.useNavigate();
  const operations = catalogue.sources.flatMap((source) => source.operations);
  const operation = operations.find(({ path }) => path === wanted) ?? operations[0];
  const earlier = useQuery({
    ...queries.at<RequestDetail>(`/requests/${encodeURIComponent(request ?? "")}`),
    enabled: request !== undefined,
  });
  if (!operation) return <Alert>There is nothing to call: no source is installed.</Alert>;
  return (
    <>
      <Select
        label="Operation"
        data={catalogue.sources.map(({ title, operations: own }) => ({
          group: title,
          items: own.map(({ path, summary }) => ({ value: path, label: `${summary} · ${path}` })),
        }))}
        value={operation.path}
        allowDeselect={false}
        searchable
        onChange={(path) => navigate({ search: path ? { operation: path } : {} })}
      />
      {request !== undefined && earlier.isPending ? null : (
        <Bench
          key={`${operation.path} ${request ?? ""}`}
          baseUrl={catalogue.base_url}
          operation={operation}
          initial={earlier.data?.params ?? operation.examples[0] ?? {}}
        />
      )}
    </>
  );
}

function Bench({ baseUrl, operation, initial }: { baseUrl: string; operation: OperationView; initial: Values }) {
  const [values, setValues] = useState<Values>(() => ({ ...defaultsOf(operation), ...initial }));
  const { state, start, stop } = useRun();
  const [corrected, setCorrected] = useState<ReadonlySet<string>>(new Set());
  const errors = state.kind === "failed" ? errorsOf(state.detail) : {};
  const body = bodyOf(operation, values);
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, lg: 4 }}>
        <CallForm
          operation={operation}
          values={values}
          body={body}
          running={state.kind === "running"}
          errors={Object.fromEntries(Object.entries(errors).filter(([name]) => !corrected.has(name)))}
          set={(change) => {
            setValues((old) => ({ ...old, ...change }));
            setCorrected((old) => new Set([...old, ...Object.keys(change)]));
          }}
          onRun={() => {
            setCorrected(new Set());
            void start(operation.path, body);
          }}
        />
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 8 }}>
        <Stack gap="lg">
          <Result state={state} operation={operation} stop={stop} />
          <SameCall baseUrl={baseUrl} operation={operation} body={body} />
        </Stack>
      </Grid.Col>
    </Grid>
  );
}

const defaultsOf = ({ request }: OperationView): Values =>
  Object.fromEntries(
    Object.entries(request.properties).map(([name, { default: value }]) => [name, value ?? undefined]),
  );

/** The faults of a 422, by field. */
function errorsOf(detail: unknown): Record<string, string> {
  if (!Array.isArray(detail)) return {};
  return Object.fromEntries(detail.map(({ loc, msg }) => [String(loc?.[1] ?? ""), String(msg)]));
}
