import { Button, Group, SimpleGrid, Stack, TagsInput, TextInput, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { KeyChangeBody, KeyView } from "../../../src/endpoints/dashboard/types.ts";
import { api } from "../api/call.ts";
import { useChange } from "../api/use-change.ts";
import { FormCard } from "../ui/card.tsx";
import { DayInput } from "../ui/dates-input.tsx";
import { CapInput, DeliverySwitch, RetainSwitch, SourcesSelect } from "./key-fields.tsx";
import { useMayChange } from "./use-may-change.ts";

const dayOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString().slice(0, 10));

/** A key expires at the end of the chosen day. */
const endOf = (day: string | null): number | null => (day === null ? null : Date.parse(`${day}T23:59:59.999Z`));

/** Settings of a key that can change while it is in use. */
export function KeySettings({ apiKey }: { apiKey: KeyView }) {
  const form = useForm({
    initialValues: {
      name: apiKey.name,
      sources: apiKey.sources ?? [],
      networks: apiKey.networks ?? [],
      cap: (apiKey.spending_cap ?? "") as number | "",
      expires: dayOf(apiKey.expires_at),
      managesDelivery: apiKey.manages_delivery,
      keepsNothing: apiKey.retain === "none",
    },
  });
  const save = useChange((body: KeyChangeBody) => api.patch<KeyView>(`/keys/${apiKey.id}`, body), {
    showsError: true,
    done: "Saved. The next call uses the new settings.",
    onDone: () => form.resetDirty(),
  });
  const submit = (values: typeof form.values) =>
    save.mutate({
      name: values.name.trim(),
      sources: values.sources.length === 0 ? null : values.sources,
      networks: values.networks.length === 0 ? null : values.networks,
      spending_cap: values.cap === "" ? null : values.cap,
      ...(values.expires !== dayOf(apiKey.expires_at) && { expires_at: endOf(values.expires) }),
      retain: values.keepsNothing ? "none" : "usual",
      ...(form.isDirty("managesDelivery") && { manages_delivery: values.managesDelivery }),
    });
  if (!useMayChange(apiKey)) return null;
  return (
    <FormCard label="Key settings" error={save.error} onSubmit={form.onSubmit(submit)}>
      <Title order={2} mb="sm">
        Settings
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput label="Name" required maxLength={80} {...form.getInputProps("name")} />
        <CapInput {...form.getInputProps("cap")} />
        <SourcesSelect
          description="Leave empty to allow all."
          clearButtonProps={{ "aria-label": "All sources" }}
          {...form.getInputProps("sources")}
        />
        <TagsInput
          label="Allowed networks"
          description="Address ranges such as 192.0.2.0/24. Leave empty to allow all."
          placeholder={form.values.networks.length === 0 ? "All networks" : ""}
          clearable
          clearButtonProps={{ "aria-label": "All networks" }}
          splitChars={[",", " "]}
          {...form.getInputProps("networks")}
        />
        <DayInput
          label="Expires"
          description="At the end of this day, UTC."
          placeholder="Does not expire"
          clear="Does not expire"
          minDate={new Date().toISOString().slice(0, 10)}
          {...form.getInputProps("expires")}
        />
        <Stack gap="sm">
          <DeliverySwitch {...form.getInputProps("managesDelivery", { type: "checkbox" })} />
          <RetainSwitch {...form.getInputProps("keepsNothing", { type: "checkbox" })} />
        </Stack>
      </SimpleGrid>
      <Group justify="flex-end" mt="md">
        <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
          Save
        </Button>
      </Group>
    </FormCard>
  );
}
