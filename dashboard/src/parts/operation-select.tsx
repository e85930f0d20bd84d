import { Select, type SelectProps } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { queries } from "../api/queries.ts";

interface OperationSelectProps extends Omit<SelectProps, "data" | "onChange"> {
  onChange: (path: string | undefined) => void;
}

/** Selects an operation, grouped by source. */
export function OperationSelect({ onChange, ...rest }: OperationSelectProps) {
  const { data } = useQuery(queries.catalogue);
  return (
    <Select
      label="Operation"
      searchable
      data={(data?.sources ?? []).map(({ title, operations }) => ({
        group: title,
        items: operations.map(({ path, summary }) => ({ value: path, label: `${summary} · ${path}` })),
      }))}
      onChange={(path) => onChange(path ?? undefined)}
      {...rest}
    />
  );
}
