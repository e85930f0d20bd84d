import { Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { OperationView } from "../../../src/endpoints/dashboard/types.ts";
import { ApiError, api } from "../api/call.ts";
import { formatNumber } from "../ui/format.ts";
import { Note } from "../ui/note.tsx";
import type { Values } from "./fields.ts";

/** The most a call can cost, quoted by the service before it runs. */
export function Quote({ operation, body }: { operation: OperationView; body: Values }) {
  const [debounced] = useDebouncedValue(body, 350);
  const { data, error } = useQuery({
    queryKey: ["quote", operation.path, debounced],
    queryFn: () => api.post("/playground/quote", { operation: operation.path, body: debounced }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (error) {
    return (
      <Note role="status" maw={280} style={{ whiteSpace: "pre-line" }}>
        {error instanceof ApiError ? error.message : "The price could not be loaded."}
      </Note>
    );
  }
  if (!data) return <span />;
  return (
    <Text size="sm" c={data.enough ? "dimmed" : "var(--mantine-color-error)"} role="status">
      Costs at most {formatNumber(data.max_cost)} of your {formatNumber(data.points)} points.
      <br />
      Price: {data.words}.
    </Text>
  );
}
