import { Button, Group, Stack } from "@mantine/core";
import { IconPlayerPlay } from "../ui/icons.tsx";
import { CallFields, type CallFieldsProps } from "./call-fields.tsx";
import { Quote } from "./quote.tsx";

export interface CallFormProps extends CallFieldsProps {
  running: boolean;
  onRun: () => void;
}

export function CallForm({ running, onRun, ...fields }: CallFormProps) {
  return (
    <form
      className="surface playground-form"
      aria-label="The call"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!running) onRun();
      }}
    >
      <Stack gap="md" p={20} pb={0}>
        <CallFields {...fields} />
      </Stack>
      <Group justify="space-between" gap="sm" className="form-foot" wrap="nowrap">
        <Quote operation={fields.operation} body={fields.body} />
        <Button
          type="submit"
          aria-disabled={running}
          leftSection={<IconPlayerPlay size={16} />}
          style={{ flexShrink: 0 }}
        >
          {running ? "Running…" : "Run"}
        </Button>
      </Group>
    </form>
  );
}
