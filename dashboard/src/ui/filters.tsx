import { CloseButton, Group, Select, type SelectProps, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { type ReactNode, useState } from "react";
import { type Days, dayIn, spanLabel } from "./days.ts";
import { Icon } from "./icons.tsx";

/** A parameter of a list and its values. */
type Filter = readonly [label: string, name: string, data: SelectProps["data"]];

type Search = Record<string, string | undefined>;

interface FiltersProps {
  search: Search;
  set: (change: Search) => unknown;
  /** What the search looks for; without it there is none. */
  find?: string;
  of?: ReadonlyArray<Filter | false>;
  days?: boolean;
  /** More of them. */
  children?: ReactNode;
}

/** What narrows a list down: a search, values to choose from, and days. */
export const Filters = ({ search, set, find, of = [], days = false, children }: FiltersProps) => (
  <Group gap="sm" align="flex-end">
    {find && <SearchFilter placeholder={find} value={search.search} onChange={(text) => set({ search: text })} />}
    {of
      .filter((filter) => filter !== false)
      .map(([label, name, data]) => (
        <Select
          key={name}
          label={label}
          placeholder="All"
          searchable
          clearable
          allowDeselect
          flex="1 1 150px"
          maw={300}
          clearButtonProps={{ "aria-label": `Clear ${label}` }}
          data={data ?? []}
          value={search[name] ?? null}
          onChange={(next) => set({ [name]: next ?? undefined })}
        />
      ))}
    {children}
    {days && <DaysFilter span={search} onChange={set} />}
  </Group>
);

interface DaysFilterProps {
  span: Days;
  onChange: (change: Search) => unknown;
}

/** Filters a list by days in the viewer's time zone, or shows the instants that the link of a chart has. */
export function DaysFilter({ span, onChange }: DaysFilterProps) {
  const instants = spanLabel(span);
  if (instants) {
    const all = <CloseButton aria-label="All days" onClick={() => onChange({ from: undefined, to: undefined })} />;
    return <TextInput label="Time" readOnly value={instants} rightSection={all} flex="1 1 220px" maw={280} />;
  }
  return (["from", "to"] as const).map((end) => (
    <TextInput
      key={end}
      type="date"
      label={end === "from" ? "From" : "To"}
      min={end === "to" ? span.from : undefined}
      value={dayIn(span[end])}
      onChange={(event) => onChange({ [end]: event.currentTarget.value || undefined })}
    />
  ));
}

interface SearchFilterProps {
  placeholder: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** Filters a list by text. */
function SearchFilter({ placeholder, value, onChange }: SearchFilterProps) {
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
      leftSection={<Icon name="search" />}
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
