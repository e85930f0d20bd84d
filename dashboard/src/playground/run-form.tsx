import { Button, Group, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { OperationView } from "../../../src/endpoints/dashboard/types.ts";
import { ApiError, api } from "../api/call.ts";
import { useMay } from "../parts/allowed.tsx";
import { SecretForm } from "../sign-in/secret-form.tsx";
import { formatNumber } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { Note } from "../ui/text.tsx";
import type { Values } from "./fields.ts";

export interface RunFormProps {
  operation: OperationView;
  body: Values;
  running: boolean;
  onRun: () => void;
}

/** The form of a call, with its price and the run button. */
export function RunForm({ operation, body, running, onRun, children }: RunFormProps & { children: ReactNode }) {
  const mayRun = useMay("work");
  return (
    <SecretForm className="surface playground-form" aria-label="The call" noValidate onSubmit={onRun}>
      {children}
      <Group justify="space-between" gap="sm" className="form-foot" wrap="nowrap">
        <Quote operation={operation} body={body} />
        <Button
          type="submit"
          disabled={!mayRun}
          aria-disabled={running}
          aria-keyshortcuts="Control+Enter"
          title={mayRun ? "Ctrl+Enter" : "Your role in this account only reads."}
          leftSection={<Icon name="player-play" />}
          style={{ flexShrink: 0 }}
        >
          {running ? "Running…" : "Run"}
        </Button>
      </Group>
    </SecretForm>
  );
}

/** The most a call can cost, quoted by the service before it runs. */
function Quote({ operation, body }: { operation: OperationView; body: Values }) {
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
