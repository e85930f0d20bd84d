import { MultiSelect, type MultiSelectProps, type NumberInputProps, Switch, type SwitchProps } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { queries } from "../api/queries.ts";
import { PointsInput } from "../ui/points-input.tsx";

export const CapInput = (props: NumberInputProps) => (
  <PointsInput
    label="Spending cap"
    description="The most points this key may ever spend."
    placeholder="No cap"
    {...props}
  />
);

export const DeliverySwitch = (props: SwitchProps) => (
  <Switch
    label="Manages webhooks and destinations"
    description="They receive results of the whole account."
    {...props}
  />
);

export const RetainSwitch = (props: SwitchProps) => (
  <Switch
    label="Keep nothing of its calls"
    description="Only the time, operation, status and cost are kept. Jobs, schedules and MCP need more."
    {...props}
  />
);

/** The sources that a key may use; all if none is chosen. */
export function SourcesSelect({ value = [], ...rest }: MultiSelectProps) {
  const { data } = useQuery(queries.catalogue);
  return (
    <MultiSelect
      label="Allowed sources"
      placeholder={value.length === 0 ? "All sources" : ""}
      data={(data?.sources ?? []).map(({ name, title }) => ({ value: name, label: title }))}
      searchable
      clearable
      value={value}
      {...rest}
    />
  );
}
