import { Alert, Button, Group, Select, SimpleGrid, Stack, Text, Textarea, TextInput, Title } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { OperationView } from "../../../src/endpoints/dashboard/types.ts";
import type { AnswerTo } from "../api/answers.ts";
import { ApiError, api, fieldErrors } from "../api/call.ts";
import { useAddress } from "../api/use-address.ts";
import { useChange } from "../api/use-change.ts";
import { ChosenOperation } from "../parts/chosen-operation.tsx";
import { OperationSelect } from "../parts/operation-select.tsx";
import { CallFields } from "../playground/call-fields.tsx";
import { defaultValues, requestBody, type Values } from "../playground/fields.ts";
import { SecretForm } from "../sign-in/secret-form.tsx";
import { CodeBlock } from "../ui/code-block.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { formatNumber, humanise, plural } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { Card, Page } from "../ui/page.tsx";
import { PointsInput } from "../ui/points-input.tsx";
import { Note } from "../ui/text.tsx";
import { listedFields, pastedFile } from "./pasted-calls.ts";

export default function NewBatchPage() {
  const { search, set } = useAddress<"operation">();
  return (
    <Page title="New batch" back={["/automation/runs?show=batches", "All batches"]}>
      <ChosenOperation path={search.operation}>
        {(operation) => (
          <>
            <OperationSelect value={operation.path} onChange={(path) => set({ operation: path })} />
            <Upload key={operation.path} operation={operation} />
          </>
        )}
      </ChosenOperation>
    </Page>
  );
}

const typeOf = ({ name }: File) => (/\.(ndjson|jsonl)$/i.test(name) ? "application/x-ndjson" : "text/csv");

function Upload({ operation }: { operation: OperationView }) {
  const navigate = useNavigate();
  const [file, setFile] = useState<File | null>(null);
  const [max, setMax] = useState<number | "">("");
  // An idempotency key per chosen file: sending it twice starts one batch.
  const [once, setOnce] = useState("");
  const send = <P extends "/batches" | "/batches/preview">(path: P, chosen: File, limit: number | "") => {
    const query = new URLSearchParams({ operation: operation.path });
    if (limit !== "") query.set("max_cost", String(limit));
    const headers = { "idempotency-key": `${once}-${limit}` };
    return api.call<AnswerTo<"POST", P>>(
      "POST",
      `${path}?${query}`,
      new Blob([chosen], { type: typeOf(chosen) }),
      headers,
    );
  };
  const quote = useMutation({ mutationFn: (chosen: File) => send("/batches/preview", chosen, "") });
  const start = useChange((chosen: File) => send("/batches", chosen, max), {
    showsError: true,
    onDone: ({ id }) => navigate({ to: `/automation/batches/${id}` }),
  });
  const choose = (chosen: File) => {
    setFile(chosen);
    setOnce(crypto.randomUUID());
    start.reset();
    quote.mutate(chosen);
  };
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 1, md: 2 }} style={{ alignItems: "start" }}>
        <PastedCalls
          operation={operation}
          errors={fieldErrors(quote.error)}
          onCalls={choose}
          onEdit={() => {
            setFile(null);
            quote.reset();
          }}
        />
        <Stack gap="lg">
          <TextInput
            type="file"
            label="Or drop or choose a file"
            description="CSV or NDJSON, 1 to 10,000 lines"
            accept=".csv,.ndjson,.jsonl,text/csv,application/x-ndjson"
            // Lets the user choose the same file again after correcting it.
            onClick={({ currentTarget }) => {
              currentTarget.value = "";
            }}
            onChange={({ currentTarget }) => {
              const [chosen] = currentTarget.files ?? [];
              if (chosen) choose(chosen);
            }}
          />
          {!file && <Example operation={operation} />}
        </Stack>
      </SimpleGrid>
      {quote.isPending && (
        <Text role="status" c="dimmed">
          Checking every line…
        </Text>
      )}
      {quote.error && <Faults error={quote.error} />}
      {file && quote.data && (
        <Card
          label="The price"
          title={`${plural(quote.data.total, "call")}, at most ${formatNumber(quote.data.cost_at_most)} points`}
        >
          <Text c={quote.data.enough ? "dimmed" : "var(--mantine-color-error)"} size="sm">
            {quote.data.enough
              ? `You have ${formatNumber(quote.data.points)}. Lines that fail cost nothing. Price: ${operation.price.words}.`
              : `You have ${formatNumber(quote.data.points)}. The batch will pause when they run out.`}
          </Text>
          <Group align="flex-end" mt="md" gap="sm">
            <PointsInput
              label="Maximum cost"
              description="Optional: the batch is refused if it could cost more."
              placeholder={formatNumber(quote.data.cost_at_most)}
              min={0}
              value={max}
              onChange={(value) => setMax(typeof value === "number" ? value : "")}
              w={220}
            />
            <Button
              leftSection={<Icon name="player-play" />}
              loading={start.isPending}
              onClick={() => start.mutate(file)}
            >
              Start batch
            </Button>
          </Group>
          <ErrorAlert error={start.error} mt="md" />
        </Card>
      )}
    </Stack>
  );
}

interface PastedCallsProps {
  operation: OperationView;
  errors: Record<string, string>;
  onCalls: (file: File) => void;
  /** What is typed is no longer what was checked. */
  onEdit: () => void;
}

/** Calls pasted as a list of values for one field, with the other fields of each call below it, or as a table. */
function PastedCalls({ operation, errors, onCalls, onEdit }: PastedCallsProps) {
  const [text, setText] = useState("");
  const listed = listedFields(operation);
  const [field, setField] = useState(listed[0] ?? "");
  const [values, setValues] = useState<Values>(() => ({ ...defaultValues(operation), ...operation.examples[0] }));
  const { [field]: _, ...others } = operation.request.properties;
  const rest = { ...operation, request: { ...operation.request, properties: others } };
  const body = requestBody(rest, values);
  return (
    <SecretForm framed aria-label="Pasted calls" onSubmit={() => onCalls(pastedFile(text, operation, { field, body }))}>
      <Stack gap="md">
        <Textarea
          label="Paste a list or a table"
          description={`A call for each line: its ${humanise(field).toLowerCase()}, or cells under a row of field names.`}
          autosize
          minRows={6}
          maxRows={14}
          required
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            onEdit();
          }}
        />
        {listed.length > 1 && (
          <Select
            label="Each line is"
            data={listed.map((name) => ({ value: name, label: humanise(name) }))}
            value={field}
            onChange={(name) => name && setField(name)}
          />
        )}
        <CallFields
          operation={rest}
          values={values}
          body={body}
          errors={errors}
          set={(change) => setValues((old) => ({ ...old, ...change }))}
        />
        <Button type="submit" variant="default" style={{ alignSelf: "flex-start" }}>
          Check price
        </Button>
      </Stack>
    </SecretForm>
  );
}

function Example({ operation }: { operation: OperationView }) {
  const examples = operation.examples.slice(0, 2);
  return (
    <section aria-label="File format">
      <Title order={2} mb={4}>
        File format
      </Title>
      <Note mb="sm">
        As CSV, the first row names the fields ({Object.keys(operation.request.properties).join(", ")}). As NDJSON, each
        line is the JSON body of one call.
      </Note>
      <Stack gap="sm">
        <CodeBlock label="an example as CSV" code={operation.example_csv.trim()} />
        <CodeBlock label="an example as NDJSON" code={examples.map((one) => JSON.stringify(one)).join("\n")} />
      </Stack>
    </section>
  );
}

interface Fault {
  loc?: Array<string | number>;
  msg?: string;
}

const FAULTS_SHOWN = 100;

const faultColumns: Array<Column<Fault>> = [
  { header: "Line", role: "title", cell: ({ loc }) => loc?.[2] },
  { header: "Field", cell: ({ loc }) => loc?.slice(3).join(".") },
  { header: "Error", role: "prose", cell: ({ msg }) => msg?.replace(/^Value error, /, "") },
];

/** Errors in the file, by line. */
function Faults({ error }: { error: Error }) {
  const faults = error instanceof ApiError && Array.isArray(error.detail) ? (error.detail as Fault[]) : [];
  const byLine = faults.filter(({ loc }) => loc?.[1] === "line");
  if (byLine.length === 0) {
    return (
      <Alert color="red" role="alert" icon={<Icon name="alert-triangle" size={18} />} title="The file cannot be used">
        {error.message}
      </Alert>
    );
  }
  return (
    <>
      <Alert color="red" role="alert" icon={<Icon name="alert-triangle" size={18} />} title="Some lines are not valid">
        {plural(byLine.length, "error")}. Nothing has run and nothing was charged: correct them and check again.
      </Alert>
      <DataTable
        label="Errors by line"
        columns={faultColumns}
        rows={byLine.slice(0, FAULTS_SHOWN)}
        keyOf={({ loc = [] }) => loc.join(".")}
      />
      {byLine.length > FAULTS_SHOWN && <Text c="dimmed">And {formatNumber(byLine.length - FAULTS_SHOWN)} more.</Text>}
    </>
  );
}
