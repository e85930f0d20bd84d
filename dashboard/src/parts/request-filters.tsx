import { Select, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "../icons.tsx";

interface FilterProps {
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** The filters that every list of requests has. */
export function SearchFilter({ value, onChange }: FilterProps) {
  const type = useDebouncedCallback((text: string) => onChange(text || undefined), 300);
  return (
    <TextInput
      label="Search"
      placeholder="Request id, parameter or error"
      leftSection={<IconSearch size={16} />}
      defaultValue={value ?? ""}
      onChange={(event) => type(event.currentTarget.value)}
      style={{ flex: "1 1 220px" }}
    />
  );
}

const statuses = [
  { value: "2", label: "Success" },
  { value: "4", label: "Refused (4xx)" },
  { value: "5", label: "Failed (5xx)" },
];

export function StatusFilter({ value, onChange }: FilterProps) {
  return (
    <Select
      label="Status"
      placeholder="All"
      clearable
      clearButtonProps={{ "aria-label": "All statuses" }}
      data={statuses}
      value={value ?? null}
      onChange={(next) => onChange(next ?? undefined)}
      w={160}
    />
  );
}
