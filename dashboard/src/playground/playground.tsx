import { Group, SegmentedControl, Select, Stack } from "@mantine/core";
import { useHotkeys, useMediaQuery } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import type { CatalogueAnswer, OperationView } from "../../../src/endpoints/dashboard/types.ts";
import { lazyPart } from "../api/connection.ts";
import { queries } from "../api/queries.ts";
import { useTestData } from "../api/test-data.ts";
import { useAddress } from "../api/use-address.ts";
import { ChosenOperation } from "../parts/chosen-operation.tsx";
import { OperationSelect } from "../parts/operation-select.tsx";
import { toOptions } from "../ui/options.ts";
import { Page } from "../ui/page.tsx";
import { Waiting } from "../ui/query-view.tsx";
import "./playground.css";
import { CallFields } from "./call-fields.tsx";
import { fieldErrors } from "./field-errors.ts";
import type { Values } from "./fields.ts";
import { Result } from "./result.tsx";
import { RunForm } from "./run-form.tsx";
import { SavedCalls } from "./saved-calls.tsx";
import { useCall } from "./use-call.ts";
import { useRun } from "./use-run.ts";

const JsonForm = lazyPart(() => import("./json-form.tsx"));
const SameCall = lazyPart(async () => ({ default: (await import("./same-call.tsx")).SameCall }));

export default function PlaygroundPage() {
  const { operation: wanted, request } = useAddress<"operation" | "request">().search;
  const earlier = useQuery(queries.request(request));
  // Read anew by each visit, and then left alone: the form must not change under the user.
  const history = useQuery({
    ...queries.at("/requests?limit=25"),
    enabled: wanted === undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const last = history.data?.requests.find(({ entry_point }) => entry_point === "dashboard");
  return (
    <Page wide title="Playground" about="Try an operation with your points, then copy the call into your code.">
      <ChosenOperation path={wanted ?? last?.endpoint}>
        {(operation, catalogue) => {
          if ((request !== undefined && earlier.isPending) || (wanted === undefined && history.isPending)) return null;
          const before = earlier.data ?? (operation.path === last?.endpoint ? last : undefined);
          const initial = before?.params ?? operation.examples[0] ?? {};
          return <Bench key={operation.path} catalogue={catalogue} operation={operation} initial={initial} />;
        }}
      </ChosenOperation>
    </Page>
  );
}

interface BenchProps {
  catalogue: CatalogueAnswer;
  operation: OperationView;
  initial: Values;
}

function Bench({ catalogue, operation, initial }: BenchProps) {
  const navigate = useNavigate();
  const { values, body, set, replace, remember } = useCall(operation, initial);
  const { state, before, start, stop } = useRun();
  const [asJson, setAsJson] = useState(false);
  const [pane, setPane] = useState("result");
  const isWide = useMediaQuery("(min-width: 100em)");
  const [corrected, setCorrected] = useState<ReadonlySet<string>>(new Set());
  const refused = state.kind === "failed" ? fieldErrors(state.detail) : {};
  const errors = Object.fromEntries(Object.entries(refused).filter(([name]) => !corrected.has(name)));
  const change = (next: Values) => {
    set(next);
    setCorrected((old) => new Set([...old, ...Object.keys(next)]));
  };
  const running = state.kind === "running";
  const testData = useTestData();
  const [fault, setFault] = useState<string | null>(null);
  const onRun = () => {
    if (running) return;
    setCorrected(new Set());
    setPane("result");
    remember();
    void start(operation, body, testData && fault !== null ? fault : undefined);
  };
  const run = { operation, body, running, onRun };
  // From every field and the editor, but not from a dialog over the page.
  const runByKey = ({ target }: KeyboardEvent) =>
    target instanceof Element && target.closest("[role=dialog]") ? undefined : onRun();
  useHotkeys([["mod+Enter", runByKey]], [], true);
  return (
    <>
      <Group align="flex-end" gap="sm">
        <OperationSelect
          value={operation.path}
          style={{ flex: "1 1 320px" }}
          onChange={(path) => navigate({ to: ".", search: { operation: path } })}
        />
        <SegmentedControl
          aria-label="Edit as"
          data={[
            { value: "form", label: "Form" },
            { value: "json", label: "JSON" },
          ]}
          value={asJson ? "json" : "form"}
          onChange={(value) => setAsJson(value === "json")}
        />
        {testData && (
          <Select
            label="Fault"
            placeholder="None"
            clearable
            w={130}
            data={catalogue.faults}
            value={fault}
            onChange={setFault}
            title="What goes wrong in this call of a test key"
          />
        )}
        <SavedCalls operation={operation.path} body={body} />
      </Group>
      <div className="playground">
        {asJson ? (
          <Suspense fallback={<Waiting />}>
            <JsonForm {...run} errors={errors} replace={replace} />
          </Suspense>
        ) : (
          <RunForm {...run}>
            <Stack gap="md" p={20} pb={0}>
              <CallFields operation={operation} body={body} errors={errors} values={values} set={change} />
            </Stack>
          </RunForm>
        )}
        <div className="playground-panes">
          <SegmentedControl
            className="pane-switch"
            aria-label="Show"
            data={toOptions("result", "code")}
            value={pane}
            onChange={setPane}
          />
          <div className="playground-pane" hidden={pane !== "result"}>
            <Result
              state={state}
              before={before}
              operation={operation}
              body={body}
              requested={requestedOf(operation, values)}
              stop={stop}
            />
          </div>
          <div className="playground-pane" hidden={pane !== "code"}>
            {(pane === "code" || isWide) && (
              <Suspense fallback={<Waiting />}>
                <SameCall baseUrl={catalogue.base_url} operation={operation} body={body} />
              </Suspense>
            )}
          </div>
        </div>
      </div>
    </>
  );
}

/** The number of records requested; null if the operation has no count. */
const requestedOf = ({ request }: OperationView, { count }: Values): number | null =>
  "count" in request.properties && typeof count === "number" ? count : null;
