import { Button, MultiSelect, type MultiSelectProps, Select, SimpleGrid, Stack, TextInput, Title } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type {
  DestinationView,
  NewScheduleAnswer,
  OperationView,
  RequestDetail,
} from "../../../src/endpoints/dashboard/types.ts";
import { api } from "../api/call.ts";
import { queries, refreshAll } from "../api/queries.ts";
import { useAddress } from "../api/use-address.ts";
import { ChosenOperation } from "../parts/chosen-operation.tsx";
import { OperationSelect } from "../parts/operation-select.tsx";
import { CallFields } from "../playground/call-fields.tsx";
import { fieldErrors } from "../playground/field-errors.ts";
import { defaultValues, requestBody, type Values } from "../playground/fields.ts";
import { callSummary } from "../requests/call-summary.ts";
import { FormCard } from "../ui/card.tsx";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { humanise } from "../ui/format.ts";
import { Page } from "../ui/page.tsx";
import { PointsInput } from "../ui/points-input.tsx";
import { cronWords } from "./cron-words.ts";
import { SchedulePrice, useSchedulePrice } from "./schedule-price.tsx";

export default function NewSchedulePage() {
  const { search, set } = useAddress<"operation" | "request" | "saved" | "watch">();
  const { operation: wanted, request, saved: savedId, watch } = search;
  const savedCalls = useQuery(queries.savedCalls).data?.calls ?? [];
  const call = savedCalls.find(({ id }) => id === savedId);
  const earlier = useQuery({
    ...queries.at<RequestDetail>(`/requests/${encodeURIComponent(request ?? "")}`),
    enabled: request !== undefined,
  });
  return (
    <Page title="New schedule" back={["/automation/schedules", "All schedules"]}>
      <ChosenOperation path={wanted}>
        {(operation) => {
          if (request !== undefined && earlier.isPending) return null;
          const body =
            call?.body ?? (earlier.data ? requestBody(operation, earlier.data.params) : (operation.examples[0] ?? {}));
          return (
            <>
              {savedCalls.length > 0 && (
                <Select
                  label="Start from a saved call"
                  placeholder="None"
                  clearable
                  allowDeselect
                  data={savedCalls.map(({ id, name }) => ({ value: id, label: name }))}
                  value={call?.id ?? null}
                  onChange={(id) => {
                    const chosen = savedCalls.find((one) => one.id === id);
                    void set({ operation: chosen?.operation, saved: chosen?.id, request: undefined });
                  }}
                />
              )}
              <OperationSelect
                value={operation.path}
                onChange={(path) => set({ operation: path, saved: undefined, request: undefined })}
              />
              <ScheduleForm
                key={`${operation.path} ${request ?? ""} ${call?.id ?? ""}`}
                operation={operation}
                name={call?.name ?? `${watch ? "Watch: " : ""}${callSummary(operation, body) || operation.summary}`}
                watch={watch !== undefined}
                initial={body}
              />
            </>
          );
        }}
      </ChosenOperation>
    </Page>
  );
}

const CUSTOM = "custom";
const DAILY = "0 7 * * *";
const presets = ["0 * * * *", DAILY, "0 7 * * 1-5", "0 7 * * 1", "0 7 1 * *"];
const zones = [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone")])];

interface ScheduleFormProps {
  operation: OperationView;
  name: string;
  initial: Values;
  /** Whether the schedule is a watch. A watch has a budget unless the user empties it: the cost of its next 30 days. */
  watch: boolean;
}

/** Suggests numbers to track: prices and scores, or else the first ones. */
function worthTracking({ record }: OperationView): string[] {
  const numbers = Object.keys(record.values).filter((path) => record.values[path] === "number");
  const usual = numbers.filter((path) => /price|amount|score|rating/.test(path));
  return (usual.length > 0 ? usual : numbers).slice(0, 3);
}

function ScheduleForm({ operation, name: suggested, initial, watch }: ScheduleFormProps) {
  const navigate = useNavigate();
  const [name, setName] = useState(suggested);
  const [values, setValues] = useState<Values>(() => ({ ...defaultValues(operation), ...initial }));
  const [preset, setPreset] = useState(DAILY);
  const [custom, setCustom] = useState("*/30 8-18 * * 1-5");
  const [zone, setZone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC");
  const [ownBudget, setBudget] = useState<number | "" | null>(watch ? null : "");
  const [ignored, setIgnored] = useState<string[]>([]);
  const [track, setTrack] = useState(() => (watch ? worthTracking(operation) : []));
  const [destination, setDestination] = useState<string | null>(null);
  const { data: destinations = [] } = useQuery(queries.at<DestinationView[]>("/destinations"));
  const request = requestBody(operation, values);
  const planned = {
    operation: operation.path,
    name: name.trim() || operation.summary,
    request,
    cron: preset === CUSTOM ? custom : preset,
    time_zone: zone,
    ignore_fields: ignored,
    track,
    destination,
  };
  const quote = useSchedulePrice(planned);
  const budget = ownBudget ?? quote.price?.cost_next_30_days ?? "";
  const input = { ...planned, monthly_budget: budget === "" ? null : budget };
  const save = useMutation({
    mutationFn: () => api.post<NewScheduleAnswer>("/schedules", input),
    onSuccess: async ({ id }) => {
      await refreshAll();
      await navigate({ to: `/automation/schedules/${id}` });
    },
  });
  return (
    <FormCard label="The schedule" onSubmit={() => save.mutate()}>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" style={{ alignItems: "end" }}>
        <TextInput label="Name" maxLength={200} value={name} onChange={(event) => setName(event.currentTarget.value)} />
        <Select
          label="When"
          data={[
            ...presets.map((value) => ({ value, label: cronWords(value) })),
            { value: CUSTOM, label: "A cron expression" },
          ]}
          value={preset}
          onChange={(value) => setPreset(value ?? CUSTOM)}
        />
        {preset === CUSTOM && (
          <TextInput
            label="Cron expression"
            description="Minute, hour, day, month, weekday."
            value={custom}
            onChange={(event) => setCustom(event.currentTarget.value)}
          />
        )}
        <Select
          label="Time zone"
          description="Runs follow this time zone, including daylight saving time."
          searchable
          data={zones}
          value={zone}
          limit={80}
          onChange={(value) => setZone(value ?? "UTC")}
        />
        <PointsInput
          label="Monthly budget"
          description="Optional: the schedule pauses before a run could exceed it."
          placeholder="No budget"
          value={budget}
          onChange={(value) => setBudget(typeof value === "number" ? value : "")}
        />
        <FieldsSelect
          label="Fields to track"
          description="Their values are stored over time, and rules can watch them."
          none="Track no field"
          maxValues={10}
          data={Object.keys(operation.record.values)}
          value={track}
          onChange={setTrack}
        />
        <FieldsSelect
          label="Fields to ignore"
          description="Changes in these fields are not reported."
          none="Ignore no field"
          data={operation.record.fields.map((field) => ({ value: field, label: humanise(field) }))}
          value={ignored}
          onChange={setIgnored}
        />
        {destinations.length > 0 && (
          <Select
            label="Destination"
            description="Where the records of each run are uploaded as a file."
            placeholder="None"
            clearable
            allowDeselect
            clearButtonProps={{ "aria-label": "No destination" }}
            data={destinations.map(({ id, name }) => ({ value: id, label: name }))}
            value={destination}
            onChange={setDestination}
          />
        )}
      </SimpleGrid>
      <Title order={2} mt="lg" mb="sm">
        The call
      </Title>
      <Stack gap="md" maw={620}>
        <CallFields
          operation={operation}
          values={values}
          body={request}
          errors={fieldErrors(save.error)}
          set={(change) => setValues((old) => ({ ...old, ...change }))}
        />
      </Stack>
      <SchedulePrice {...quote} />
      <ErrorAlert error={save.error} mt="md" />
      <Button type="submit" mt="md" loading={save.isPending}>
        Save schedule
      </Button>
    </FormCard>
  );
}

interface FieldsSelectProps extends MultiSelectProps {
  /** The label for an empty selection. */
  none: string;
  value: string[];
}

const FieldsSelect = ({ none, value, ...rest }: FieldsSelectProps) => (
  <MultiSelect
    placeholder={value.length === 0 ? "None" : ""}
    searchable
    clearable
    clearButtonProps={{ "aria-label": none }}
    value={value}
    {...rest}
  />
);
