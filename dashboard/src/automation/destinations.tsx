import { Badge, Button, Group, PasswordInput, Select, SimpleGrid, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import type { DestinationView } from "../../../src/endpoints/dashboard/types.ts";
import { api } from "../api/call.ts";
import { queries } from "../api/queries.ts";
import { useChange } from "../api/use-change.ts";
import { Allowed } from "../parts/allowed.tsx";
import { DeleteButton } from "../parts/delete-button.tsx";
import { SecretForm } from "../sign-in/secret-form.tsx";
import { Empty } from "../ui/empty.tsx";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { IconDatabase, IconPlus } from "../ui/icons.tsx";
import { Page } from "../ui/page.tsx";
import { QueryView } from "../ui/query-view.tsx";
import { TextLink } from "../ui/text-link.tsx";

export const DestinationsPage = () => (
  <Page
    title="Destinations"
    about="S3-compatible storage to which schedules and batches upload their records as files."
  >
    <Allowed to="manage">
      <NewDestination />
    </Allowed>
    <QueryView query={useQuery(queries.at<DestinationView[]>("/destinations"))}>
      {(destinations) =>
        destinations.length === 0 ? (
          <Empty icon={IconDatabase} title="No destinations yet">
            Add your storage above, then choose it for a schedule. A batch takes its ID as <code>destination</code>.
          </Empty>
        ) : (
          destinations.map((destination) => <DestinationCard key={destination.id} destination={destination} />)
        )
      }
    </QueryView>
  </Page>
);

const formats: Record<DestinationView["format"], string> = {
  ndjson: "NDJSON",
  json: "JSON",
  csv: "CSV",
  xlsx: "Excel",
  parquet: "Parquet",
};

const noDestination = {
  name: "",
  endpoint: "",
  bucket: "",
  region: "us-east-1",
  format: "ndjson",
  access_key_id: "",
  secret_access_key: "",
};

function NewDestination() {
  const form = useForm({ initialValues: noDestination });
  const create = useChange((values: typeof noDestination) => api.post("/destinations", values), {
    done: "Destination added.",
    showsError: true,
    onDone: () => form.reset(),
  });
  const input = (name: keyof typeof noDestination) => ({ required: true, ...form.getInputProps(name) });
  return (
    <SecretForm
      className="surface"
      style={{ padding: 20 }}
      aria-label="New destination"
      onSubmit={form.onSubmit((values) => create.mutate(values))}
    >
      <ErrorAlert error={create.error} mb="md" />
      <SimpleGrid minColWidth={220}>
        <TextInput label="Name" maxLength={200} placeholder="Data lake" {...input("name")} />
        <TextInput label="Endpoint" type="url" placeholder="https://s3.example.com" {...input("endpoint")} />
        <TextInput label="Bucket" maxLength={100} {...input("bucket")} />
        <TextInput label="Region" maxLength={100} {...input("region")} />
        <TextInput label="Access key ID" maxLength={200} autoComplete="off" {...input("access_key_id")} />
        <PasswordInput label="Secret access key" maxLength={500} autoComplete="off" {...input("secret_access_key")} />
        <Select
          label="File format"
          data={Object.entries(formats).map(([value, label]) => ({ value, label }))}
          {...form.getInputProps("format")}
        />
      </SimpleGrid>
      <Button type="submit" mt="md" loading={create.isPending} leftSection={<IconPlus size={16} />}>
        Add destination
      </Button>
    </SecretForm>
  );
}

function DestinationCard({
  destination: { id, name, endpoint, bucket, path, format },
}: {
  destination: DestinationView;
}) {
  return (
    <article className="surface" style={{ padding: 20 }} aria-label={`Destination ${name}`}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <div style={{ minWidth: 0, flex: "1 1 260px", overflowWrap: "anywhere" }}>
          <Group gap="xs">
            <Text fw={600}>{name}</Text>
            <Badge variant="light" color="gray">
              {formats[format]}
            </Badge>
          </Group>
          <Text size="sm" mt={6}>
            {endpoint.replace(/\/$/, "")}/{bucket}/{path}
          </Text>
          <Text size="sm" c="dimmed" mt={6}>
            Destination ID {id}
          </Text>
        </div>
        <Group gap="xs">
          <TextLink to={`/automation/webhooks/${id}`}>Deliveries</TextLink>
          <Allowed to="manage">
            <DeleteButton
              path={`/destinations/${id}`}
              title={`Delete ${name}`}
              action="Delete destination"
              about="No more files are uploaded there. Existing files stay."
              size="xs"
            >
              Delete
            </DeleteButton>
          </Allowed>
        </Group>
      </Group>
    </article>
  );
}
