import "@mantine/dates/styles.css";
import { Select, type SelectProps } from "@mantine/core";
import { DatePickerInput } from "@mantine/dates";
import { type Days, daysOf, spanLabel } from "./days.ts";

interface FilterSelectProps extends Omit<SelectProps, "value" | "onChange"> {
  /** What clearing it shows. */
  all: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** A filter of a list, by one of several values. */
export const FilterSelect = ({ all, value, onChange, ...rest }: FilterSelectProps) => (
  <Select
    placeholder="All"
    clearable
    flex="1 1 150px"
    clearButtonProps={{ "aria-label": all }}
    value={value ?? null}
    onChange={(next) => onChange(next ?? undefined)}
    {...rest}
  />
);

interface DaysFilterProps {
  span: Days;
  onChange: (span: { from: string | undefined; to: string | undefined }) => void;
}

/** A filter of a list, by days on the viewer's clock. */
export const DaysFilter = ({ span, onChange }: DaysFilterProps) => (
  <DatePickerInput
    type="range"
    valueFormat="D MMM YYYY"
    label="Days"
    placeholder={spanLabel(span) ?? "All"}
    clearable={span.from !== undefined}
    clearButtonProps={{ "aria-label": "All days" }}
    value={daysOf(span)}
    onChange={([from, to]) => onChange({ from: from ?? undefined, to: to ?? undefined })}
    flex="1 1 160px"
    maw={280}
  />
);
