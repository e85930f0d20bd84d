import { Select, SimpleGrid, Skeleton, Stack, TextInput, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { queries } from "../api/queries.ts";
import { DescribedField } from "../parts/described-form.tsx";
import { CallFields, type CallFieldsProps } from "../playground/call-fields.tsx";
import type { FormField, Values } from "../playground/fields.ts";
import { humanise } from "../ui/format.ts";
import { cronWords } from "./cron-words.ts";
import { fieldsByUse } from "./fields-by-use.ts";

const CUSTOM = "custom";
export const DAILY = "0 7 * * *";
const presets = ["0 * * * *", DAILY, "0 7 * * 1-5", "0 7 * * 1", "0 7 1 * *"];
const zones = [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone")])];
const named = (values: string[], label = (value: string) => value) =>
  values.map((value) => ({ value, label: label(value) }));

/** When a schedule runs: a usual time, or a cron expression. */
export function CronFields({ cron, set }: { cron: string; set: (cron: string) => void }) {
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
export function ScheduleFields({ plan, set, call, children }: ScheduleFieldsProps) {
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
