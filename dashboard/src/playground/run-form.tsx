import { Button, Group } from "@mantine/core";
import type { ReactNode } from "react";
import type { OperationView } from "../../../src/endpoints/dashboard/types.ts";
import { useMay } from "../parts/allowed.tsx";
import { IconPlayerPlay } from "../ui/icons.tsx";
import type { Values } from "./fields.ts";
import { Quote } from "./quote.tsx";

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
    <form
      className="surface playground-form"
      aria-label="The call"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onRun();
      }}
    >
      {children}
      <Group justify="space-between" gap="sm" className="form-foot" wrap="nowrap">
        <Quote operation={operation} body={body} />
        <Button
          type="submit"
          disabled={!mayRun}
          aria-disabled={running}
          aria-keyshortcuts="Control+Enter"
          title={mayRun ? "Ctrl+Enter" : "Your role in this account only reads."}
          leftSection={<IconPlayerPlay size={16} />}
          style={{ flexShrink: 0 }}
        >
          {running ? "Running…" : "Run"}
        </Button>
      </Group>
    </form>
  );
}
