import "./playground.css";
import {
  ActionIcon,
  Button,
  Group,
  Popover,
  SegmentedControl,
  Select,
  Stack,
  Text,
  TextInput,
  UnstyledButton,
} from "@mantine/core";
import { useHotkeys, useMediaQuery } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import type { CatalogueAnswer, OperationView, SavedCall } from "../../../src/endpoints/dashboard/types.ts";
import { api, fieldErrors } from "../api/call.ts";
import { lazyPart } from "../api/connection.ts";
import { queries } from "../api/queries.ts";
import { useTestData } from "../api/test-data.ts";
import { useAddress } from "../api/use-address.ts";
import { useChange } from "../api/use-change.ts";
import { ChosenOperation } from "../parts/chosen-operation.tsx";
import { OperationSelect } from "../parts/operation-select.tsx";
import { playgroundPath } from "../requests/requests-path.ts";
import { SecretForm } from "../sign-in/secret-form.tsx";
import { Icon } from "../ui/icons.tsx";
import { labelled, toOptions } from "../ui/options.ts";
import { Page } from "../ui/page.tsx";
import { Waiting } from "../ui/query-view.tsx";
import { Note } from "../ui/text.tsx";
import { CallFields } from "./call-fields.tsx";
import type { Values } from "./fields.ts";
import { Result } from "./result.tsx";
import { RunForm } from "./run-form.tsx";
import { useCall } from "./use-call.ts";
import { useRun } from "./use-run.ts";

const JsonForm = lazyPart(() => import("./json-form.tsx"));
const SameCall = lazyPart(async () => ({ default: (await import("./same-call.tsx")).SameCall }));

export default function PlaygroundPage() {
  const { operation: wanted, request } = useAddress<"operation" | "request">().search;
  const earlier = useQuery(queries.request(request));
  const { last, isReading } = useLastCall(wanted === undefined);
  return (
    <Page wide title="Playground" about="Try an operation with your points, then copy the call into your code.">
      <ChosenOperation path={wanted ?? last?.endpoint}>
        {(operation, catalogue) => {
          if ((request !== undefined && earlier.isPending) || isReading) return null;
          const before = earlier.data ?? (operation.path === last?.endpoint ? last : undefined);
          const initial = before?.params ?? operation.examples[0] ?? {};
          return <Bench key={operation.path} catalogue={catalogue} operation={operation} initial={initial} />;
        }}
      </ChosenOperation>
    </Page>
  );
}

/** The last call that the person made here, in an account of several people too. */
function useLastCall(isWanted: boolean) {
  const me = useQuery(queries.session).data?.me?.id;
  const keys = useQuery({ ...queries.keys, enabled: isWanted });
  // Read anew by each visit, and then left alone: the form must not change under the user.
  const history = useQuery({
    ...queries.at("/requests?limit=25"),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const own = (keys.data?.keys ?? []).filter(({ person_id }) => person_id === me).map(({ id }) => id);
  const last = history.data?.requests.find((one) => one.entry_point === "dashboard" && own.includes(one.key_id));
  return { last, isReading: isWanted && (history.isPending || keys.isPending) };
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
          data={labelled({ form: "Form", json: "JSON" })}
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

/** Saved calls: opened, added and deleted in one popover. */
function SavedCalls({ operation, body }: { operation: string; body: Values }) {
  const { data } = useQuery(queries.savedCalls);
  const [opened, setOpened] = useState(false);
  const [name, setName] = useState("");
  const save = useChange(() => api.post("/saved-calls", { name: name.trim(), operation, body }), {
    onDone: () => setName(""),
  });
  const calls = data?.calls ?? [];
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={340} trapFocus withinPortal>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<Icon name="bookmark" />}
          onClick={() => setOpened((now) => !now)}
          aria-expanded={opened}
        >
          Saved calls{calls.length > 0 ? ` (${calls.length})` : ""}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Saved calls">
        <Stack gap="sm">
          <SecretForm onSubmit={() => name.trim() !== "" && save.mutate()}>
            <Group gap="xs" align="flex-end" wrap="nowrap">
              <TextInput
                label="Save this call as"
                maxLength={80}
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
                style={{ flex: 1 }}
              />
              <Button type="submit" loading={save.isPending} disabled={name.trim() === ""}>
                Save
              </Button>
            </Group>
          </SecretForm>
          {calls.length === 0 ? (
            <Note>No saved calls yet.</Note>
          ) : (
            <ul className="plain-list" style={{ maxHeight: 320, overflowY: "auto" }}>
              {calls.map((call) => (
                <Saved key={call.id} call={call} onOpen={() => setOpened(false)} />
              ))}
            </ul>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function Saved({ call, onOpen }: { call: SavedCall; onOpen: () => void }) {
  const remove = useChange(() => api.delete(`/saved-calls/${call.id}`));
  return (
    <li>
      <UnstyledButton
        component={Link}
        to={playgroundPath(call.operation, { body: JSON.stringify(call.body) })}
        onClick={onOpen}
        style={{ flex: 1, minWidth: 0 }}
      >
        <Text size="sm" fw={600} truncate dir="auto">
          {call.name}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {call.operation}
        </Text>
      </UnstyledButton>
      <ActionIcon
        variant="subtle"
        color="red"
        aria-label={`Delete ${call.name}`}
        loading={remove.isPending}
        onClick={() => remove.mutate()}
      >
        <Icon name="trash" />
      </ActionIcon>
    </li>
  );
}
