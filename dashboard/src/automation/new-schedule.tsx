import { Box, Button, Select, SimpleGrid, Skeleton, Stack, Text, TextInput, Title } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { OperationView, SchedulePreview } from "../../../src/endpoints/dashboard/types.ts";
import { api, fieldErrors } from "../api/call.ts";
import { queries, refreshAll } from "../api/queries.ts";
import { useAddress } from "../api/use-address.ts";
import { ChosenOperation } from "../parts/chosen-operation.tsx";
import { DescribedField } from "../parts/described-form.tsx";
import { OperationSelect } from "../parts/operation-select.tsx";
import { CallFields, type CallFieldsProps } from "../playground/call-fields.tsx";
import type { FormField } from "../playground/fields.ts";
import { defaultValues, requestBody, type Values } from "../playground/fields.ts";
import { callSummary } from "../requests/call-summary.ts";
import { SecretForm } from "../sign-in/secret-form.tsx";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { formatNumber, humanise, plural } from "../ui/format.ts";
import { Facts, Page } from "../ui/page.tsx";
import { PointsInput } from "../ui/points-input.tsx";
import { cronWords } from "./cron-words.ts";
import { fieldsByUse, usuallyTracked, usualRule, withValuesIn } from "./fields-by-use.ts";
import { asRule, RuleSentence } from "./watch-rules.tsx";

export default function NewSchedulePage() {
  const { search, set } = useAddress<"operation" | "request" | "saved" | "watch">();
  const { operation: wanted, request, saved: savedId, watch } = search;
  const savedCalls = useQuery(queries.savedCalls).data?.calls ?? [];
  const call = savedCalls.find(({ id }) => id === savedId);
  const earlier = useQuery(queries.request(request));
  return (
    <Page title={watch ? "New watch" : "New schedule"} back={["/automation/schedules", "All schedules"]}>
      <ChosenOperation path={wanted}>
        {(operation) => {
          if (request !== undefined && earlier.isPending) return null;
          const body =
            call?.body ?? (earlier.data ? requestBody(operation, earlier.data.params) : (operation.examples[0] ?? {}));
          const form = {
            operation: withValuesIn(operation, earlier.data?.answer),
            name: call?.name ?? `${watch ? "Watch: " : ""}${callSummary(operation, body) || operation.summary}`,
            initial: body,
            isWatch: watch !== undefined,
          };
          return (
            <>
              {savedCalls.length > 0 && request === undefined && (
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
              {request === undefined && (
                <OperationSelect
                  value={operation.path}
                  onChange={(path) => set({ operation: path, saved: undefined, request: undefined })}
                />
              )}
              <PlanForm key={`${operation.path} ${request ?? ""} ${call?.id ?? ""}`} {...form} />
            </>
          );
        }}
      </ChosenOperation>
    </Page>
  );
}

interface FormProps {
  operation: OperationView;
  name: string;
  initial: Values;
  /** A schedule as one sentence: it has a budget unless the user empties it, and runs at once. */
  isWatch: boolean;
}

/** A call that is repeated, and compared from run to run. */
function PlanForm({ operation, name, initial, isWatch }: FormProps) {
  const [plan, setPlan] = useState({
    name,
    cron: DAILY,
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC",
    ignore_fields: [] as string[],
    track: isWatch ? usuallyTracked(operation) : [],
    destination: null as string | null,
  });
  const [values, setValues] = useState<Values>(() => ({ ...defaultValues(operation), ...initial }));
  const [rule, setRule] = useState(() => usualRule(operation));
  const request = requestBody(operation, values);
  const body = { operation: operation.path, ...plan, name: plan.name.trim() || operation.summary, request };
  const quote = useSchedulePrice(body);
  const [ownBudget, setBudget] = useState<number | null | undefined>(isWatch ? undefined : null);
  const monthly_budget = ownBudget === undefined ? (quote.price?.cost_next_30_days ?? null) : ownBudget;
  const navigate = useNavigate();
  const save = useMutation({
    mutationFn: async () => {
      const { id } = await api.post("/schedules", {
        ...body,
        monthly_budget,
        ...(isWatch && { rules: [asRule(rule)] }),
      });
      // The schedule exists: that its first run was refused is no reason to save it again.
      if (isWatch)
        await api.post(`/schedules/${id}/run`).catch(({ message }: Error) => notifications.show({ message }));
      await refreshAll();
      await navigate({ to: `/automation/schedules/${id}` });
    },
  });
  const set = (change: Values) => setPlan((old) => ({ ...old, ...change }));
  const call = {
    operation,
    values,
    body: request,
    errors: fieldErrors(save.error),
    set: (change: Values) => setValues((old) => ({ ...old, ...change })),
  };
  const timing = (
    <>
      <CronFields cron={plan.cron} set={(cron) => set({ cron })} />
      <Budget budget={monthly_budget} set={setBudget} price={quote.price} />
    </>
  );
  return (
    <SecretForm framed aria-label={isWatch ? "The watch" : "The schedule"} onSubmit={() => save.mutate()}>
      {isWatch ? (
        <Stack gap="lg">
          <RuleSentence operation={operation} rule={rule} set={setRule}>
            <MailTo />
          </RuleSentence>
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" style={{ alignItems: "end" }}>
            {timing}
          </SimpleGrid>
          <details className="form-section" open={save.isError || undefined}>
            <summary>
              More
              <Text span size="xs" c="dimmed">
                the call, its name, and what else is tracked
              </Text>
            </summary>
            <ScheduleFields plan={plan} set={set} call={call} />
          </details>
        </Stack>
      ) : (
        <ScheduleFields plan={plan} set={set} call={call}>
          {timing}
        </ScheduleFields>
      )}
      <SchedulePrice {...quote} />
      <ErrorAlert error={save.error} mt="md" />
      <Button type="submit" mt="md" loading={save.isPending}>
        {isWatch ? "Start watching" : "Save schedule"}
      </Button>
    </SecretForm>
  );
}

function MailTo() {
  const me = useQuery(queries.session).data?.me;
  return (
    <Text style={{ overflowWrap: "anywhere" }}>
      by mail to {me?.account.name ? `the owner of ${me.account.name}` : me?.email}
      {me?.email_verified === false && ", once you have confirmed this address"}.
    </Text>
  );
}

interface BudgetProps {
  budget: number | null;
  set: (budget: number | null) => void;
  price: SchedulePreview | undefined;
}

const Budget = ({ budget, set, price }: BudgetProps) => (
  <PointsInput
    label="Monthly budget"
    description={budgetWords(budget, price)}
    placeholder="No budget"
    value={budget ?? ""}
    onChange={(value) => set(typeof value === "number" ? value : null)}
  />
);

/** How many runs a budget is enough for. */
function budgetWords(budget: number | null, price: SchedulePreview | undefined): string {
  if (budget === null || !price?.cost_per_run) return "Optional: the schedule pauses before a run could exceed it.";
  const runs = plural(Math.floor(budget / price.cost_per_run), "run");
  return `Allows ${runs} of at most ${plural(price.cost_per_run, "point")} in a month, then pauses.`;
}

interface ScheduleInput {
  /** Undefined while the text is not valid JSON. */
  request: unknown;
  time_zone: string;
}

const DAYS = 30;

/** Says for how many days the points last, if they do not last for the days that are quoted. */
function lastsNote(points: number, cost: number): string | null {
  if (cost <= points) return null;
  const days = Math.floor((points / cost) * DAYS);
  return days === 0 ? "Your points do not last a day." : `Your points last ${plural(days, "day")}.`;
}

/** The price of a schedule, quoted by the service before it is saved. */
function useSchedulePrice(input: ScheduleInput) {
  const [text] = useDebouncedValue(JSON.stringify(input), 350);
  const debounced = JSON.parse(text) as Partial<ScheduleInput>;
  const { data, error } = useQuery({
    queryKey: ["schedule-price", text],
    queryFn: () => api.post("/schedules/preview", debounced),
    placeholderData: keepPreviousData,
    enabled: debounced.request !== undefined,
    retry: false,
  });
  return { price: data, error, timeZone: debounced.time_zone };
}

function SchedulePrice({ price: data, error, timeZone }: ReturnType<typeof useSchedulePrice>) {
  const points = useQuery(queries.session).data?.me?.points;
  if (error) {
    return (
      <Text c="var(--mantine-color-error)" size="sm" mt="md" role="status" style={{ whiteSpace: "pre-line" }}>
        {error.message}
      </Text>
    );
  }
  if (!data) return null;
  const lasts = points === undefined ? null : lastsNote(points, data.cost_next_30_days);
  const time = new Intl.DateTimeFormat("en-GB", {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    timeZone,
  });
  const [next, ...later] = data.next_runs.map((at) => time.format(Date.parse(at)));
  return (
    <Box role="status" mt="md">
      <Facts
        of={[
          ["Cost of a run", `at most ${formatNumber(data.cost_per_run)} points`],
          [
            "Cost of the next 30 days",
            `at most ${formatNumber(data.cost_next_30_days)} points`,
            plural(data.runs_next_30_days, "run"),
          ],
          ["Next runs", next ?? "never", later.slice(0, 3).join(" · ")],
        ]}
      />
      {lasts && (
        <Text size="sm" mt="xs" c="var(--mantine-color-error)">
          {lasts}
        </Text>
      )}
    </Box>
  );
}

const CUSTOM = "custom";
const DAILY = "0 7 * * *";
const presets = ["0 * * * *", DAILY, "0 7 * * 1-5", "0 7 * * 1", "0 7 1 * *"];
const zones = [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone")])];
const named = (values: string[], label = (value: string) => value) =>
  values.map((value) => ({ value, label: label(value) }));

/** When a schedule runs: a usual time, or a cron expression. */
function CronFields({ cron, set }: { cron: string; set: (cron: string) => void }) {
  const [isCustom, setCustom] = useState(false);
  return (
    <>
      <Select
        label="When"
        data={[...named(presets, cronWords), { value: CUSTOM, label: "A cron expression" }]}
        value={isCustom ? CUSTOM : cron}
        onChange={(value) => {
          setCustom(value === CUSTOM);
          set(value === CUSTOM ? "*/30 8-18 * * 1-5" : (value ?? DAILY));
        }}
      />
      {isCustom && (
        <TextInput
          label="Cron expression"
          description="Minute, hour, day, month, weekday."
          value={cron}
          onChange={(event) => set(event.currentTarget.value)}
        />
      )}
    </>
  );
}

interface ScheduleFieldsProps {
  plan: Values;
  set: (change: Values) => void;
  call: CallFieldsProps;
  /** More fields, before these. */
  children?: ReactNode;
}

/** The name of a schedule, what it keeps, where its records go, and its call. */
function ScheduleFields({ plan, set, call, children }: ScheduleFieldsProps) {
  const { operation, errors } = call;
  const request = useQuery(queries.forms).data?.["POST /schedules"];
  const { data: destinations = [] } = useQuery(queries.at("/destinations"));
  if (!request) return <Skeleton height={90} radius="md" />;
  const fields: Record<string, Partial<FormField>> = {
    name: { required: false },
    time_zone: { kind: "choice", options: named(zones) },
    track: { kind: "choices", label: "Fields to track", options: named(fieldsByUse(operation)) },
    ignore_fields: { kind: "choices", label: "Fields to ignore", options: named(operation.record.fields, humanise) },
    ...(destinations.length > 0 && {
      destination: { kind: "choice", options: destinations.map(({ id, name }) => ({ value: id, label: name })) },
    }),
  };
  return (
    <>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" style={{ alignItems: "end" }}>
        {children}
        {Object.entries(fields).map(([name, about]) => (
          <DescribedField
            key={name}
            {...{ request, name, values: plan, error: errors[name], set }}
            about={{ placeholder: "None", ...about }}
          />
        ))}
      </SimpleGrid>
      <Title order={2} mt="lg" mb="sm">
        The call
      </Title>
      <Stack gap="md" maw={620}>
        <CallFields {...call} />
      </Stack>
    </>
  );
}
