import { Button, Collapse, Group, Stack, Text } from "@mantine/core";
import { useDebouncedValue, useDisclosure } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { OperationView, QuoteAnswer } from "../../../src/dashboard-api/api-types.ts";
import { ApiError, api } from "../api/call.ts";
import { formatNumber, plural } from "../format.ts";
import { IconChevronDown, IconChevronUp, IconPlayerPlay } from "../icons.tsx";
import { FieldControl } from "./field-control.tsx";
import { type FormField, fieldsOf, isMain, type RangeField, type Values } from "./fields.ts";

interface CallFormProps {
  operation: OperationView;
  values: Values;
  body: Values;
  running: boolean;
  errors: Record<string, string>;
  set: (change: Values) => void;
  onRun: () => void;
}

export function CallForm({ operation, values, body, running, errors, set, onRun }: CallFormProps) {
  const [more, { toggle }] = useDisclosure(false);
  const fields = fieldsOf(operation);
  const example = operation.examples[0] ?? {};
  const main = fields.filter((field) => isMain(field, example));
  const rest = fields.filter((field) => !main.includes(field));
  const control = (field: FormField | RangeField) => {
    const name = field.kind === "range" ? field.from.name : field.name;
    const error = field.kind === "range" ? (errors[field.from.name] ?? errors[field.to.name]) : errors[name];
    return <FieldControl key={name} field={field} values={values} error={error} set={set} />;
  };
  return (
    <form
      className="surface playground-form"
      style={{ padding: 20 }}
      aria-label="The call"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!running) onRun();
      }}
    >
      <Stack gap="md">
        {main.map(control)}
        {rest.length > 0 && (
          <Button
            variant="default"
            onClick={toggle}
            aria-expanded={more}
            rightSection={more ? <IconChevronUp size={16} /> : <IconChevronDown size={16} />}
          >
            {more ? "Fewer fields" : plural(rest.length, "more field")}
          </Button>
        )}
        <Collapse expanded={more}>
          <Stack gap="md">{more && rest.map(control)}</Stack>
        </Collapse>
        <Group justify="space-between" gap="sm" className="form-foot">
          <Quote operation={operation} body={body} />
          <Button
            type="submit"
            aria-disabled={running}
            data-loading={running || undefined}
            leftSection={<IconPlayerPlay size={16} />}
          >
            {running ? "Running…" : "Run"}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** What the call can cost at most, asked of the service before it runs. */
function Quote({ operation, body }: { operation: OperationView; body: Values }) {
  const [asked] = useDebouncedValue(body, 350);
  const { data, error } = useQuery({
    queryKey: ["quote", operation.path, asked],
    queryFn: () => api.post<QuoteAnswer>("/playground/quote", { operation: operation.path, body: asked }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (error) {
    return (
      <Text size="sm" c="dimmed" role="status" maw={280} style={{ whiteSpace: "pre-line" }}>
        {error instanceof ApiError ? error.message : "The price could not be asked for."}
      </Text>
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
