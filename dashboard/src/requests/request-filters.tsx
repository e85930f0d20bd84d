import { TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useState } from "react";
import { FilterSelect } from "../ui/filters.tsx";
import { IconSearch } from "../ui/icons.tsx";

interface FilterProps {
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** The filters that every list of requests has. */
export function SearchFilter({ value, onChange }: FilterProps) {
  const [text, setText] = useState(value ?? "");
  const [known, setKnown] = useState(value);
  // The address may change under the field: by "Show all requests", or by going back.
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
      placeholder="Request ID, parameter or error"
      leftSection={<IconSearch size={16} />}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        type(event.currentTarget.value);
      }}
      style={{ flex: "1 1 220px" }}
    />
  );
}

const statuses = [
  { value: "2", label: "Success (2xx)" },
  { value: "4", label: "Client error (4xx)" },
  { value: "5", label: "Server error (5xx)" },
];

export const StatusFilter = (props: FilterProps) => (
  <FilterSelect label="Status" all="All statuses" data={statuses} {...props} />
);
