import { Select, type SelectProps, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useState } from "react";
import { DayRangeInput } from "./dates-input.tsx";
import { type Days, dayRange, spanLabel } from "./days.ts";
import { IconSearch } from "./icons.tsx";

interface FilterSelectProps extends Omit<SelectProps, "value" | "onChange"> {
  /** The label for no filter. */
  all: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** Filters a list by one of several values. */
export const FilterSelect = ({ all, value, onChange, ...rest }: FilterSelectProps) => (
  <Select
    placeholder="All"
    clearable
    allowDeselect
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

/** Filters a list by days in the viewer's time zone. */
export const DaysFilter = ({ span, onChange }: DaysFilterProps) => (
  <DayRangeInput
    label="Days"
    placeholder={spanLabel(span) ?? "All"}
    clear={span.from === undefined ? undefined : "All days"}
    value={dayRange(span)}
    onChange={([from, to]) => onChange({ from: from ?? undefined, to: to ?? undefined })}
    flex="1 1 160px"
    maw={280}
  />
);

interface SearchFilterProps {
  placeholder: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** Filters a list by text. */
export function SearchFilter({ placeholder, value, onChange }: SearchFilterProps) {
  const [text, setText] = useState(value ?? "");
  const [known, setKnown] = useState(value);
  // The address can change under the field, by "Show all requests" or by going back.
  if (known !== value) {
    setKnown(value);
    setText(value ?? "");
  }
  const type = useDebouncedCallback((next: string) => {
    setKnown(next || undefined);
    onChange(next || undefined);
  }, 300);
  return (
    <TextInput
      label="Search"
      placeholder={placeholder}
      leftSection={<IconSearch size={16} />}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        type(event.currentTarget.value);
      }}
      // A pending search must not undo a link that is followed immediately.
      onBlur={() => type.flush()}
      style={{ flex: "1 1 220px" }}
    />
  );
}
