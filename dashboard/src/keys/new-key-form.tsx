import { Button, Collapse, Group, Select, SimpleGrid, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import type { NewKeyAnswer, NewKeyBody } from "../../../src/endpoints/dashboard/types.ts";
import { api } from "../api/call.ts";
import { useChange } from "../api/use-change.ts";
import { FormCard } from "../ui/card.tsx";
import { IconChevronDown, IconChevronUp, IconPlus } from "../ui/icons.tsx";
import { CapInput, DeliverySwitch, RetainSwitch, SourcesSelect } from "./key-fields.tsx";
import { showNewKey } from "./new-key.ts";

const expiries = [
  { value: "", label: "Never" },
  { value: "7", label: "In 7 days" },
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In a year" },
];

const modes = [
  { value: "live", label: "Live" },
  { value: "test", label: "Test: stand-ins" },
];

const contexts = [
  { value: "standard", label: "Standard: API and MCP" },
  { value: "mcp_only", label: "MCP only" },
];

export function NewKeyForm({ suggestion }: { suggestion: string }) {
  const [more, { toggle }] = useDisclosure(false);
  const form = useForm({
    initialValues: {
      name: "",
      usage_context: "standard",
      mode: "live",
      sources: [] as string[],
      expires: "",
      cap: "" as number | "",
      managesDelivery: null as boolean | null,
      keepsNothing: false,
    },
  });
  const create = useChange((body: NewKeyBody) => api.post<NewKeyAnswer>("/keys", body), {
    showsError: true,
    onDone: ({ key, api_key }) => {
      showNewKey({ name: key.name, secret: api_key, sources: key.sources, usageContext: key.usage_context });
      form.reset();
      window.scrollTo({ top: 0 });
    },
  });
  const submit = (values: typeof form.values) =>
    create.mutate({
      name: values.name.trim() || suggestion,
      usage_context: values.usage_context === "mcp_only" ? "mcp_only" : "standard",
      mode: values.mode === "test" ? "test" : "live",
      sources: values.sources.length === 0 ? null : values.sources,
      expires_in_days: values.expires === "" ? null : Number(values.expires),
      spending_cap: values.cap === "" ? null : values.cap,
      manages_delivery: values.managesDelivery,
      retain: values.keepsNothing ? "none" : "usual",
    });
  const isUnlimited = form.values.sources.length === 0 && form.values.cap === "";
  return (
    <FormCard label="New key" error={create.error} onSubmit={form.onSubmit(submit)}>
      <Group align="flex-end" gap="sm">
        <TextInput
          label="Name"
          placeholder={suggestion}
          maxLength={80}
          style={{ flex: "1 1 220px" }}
          {...form.getInputProps("name")}
        />
        <Select label="Mode" data={modes} allowDeselect={false} w={190} {...form.getInputProps("mode")} />
        <Button
          variant="default"
          onClick={toggle}
          aria-expanded={more}
          rightSection={more ? <IconChevronUp size={16} /> : <IconChevronDown size={16} />}
        >
          Limits
        </Button>
        <Button type="submit" loading={create.isPending} leftSection={<IconPlus size={16} />}>
          Create key
        </Button>
      </Group>
      <Collapse expanded={more}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} mt="md">
          <SourcesSelect {...form.getInputProps("sources")} />
          <Select label="Use" data={contexts} {...form.getInputProps("usage_context")} />
          <Select label="Expires" data={expiries} {...form.getInputProps("expires")} />
          <CapInput {...form.getInputProps("cap")} />
          <DeliverySwitch
            checked={form.values.managesDelivery ?? isUnlimited}
            onChange={({ currentTarget }) => form.setFieldValue("managesDelivery", currentTarget.checked)}
          />
          <RetainSwitch {...form.getInputProps("keepsNothing", { type: "checkbox" })} />
        </SimpleGrid>
      </Collapse>
    </FormCard>
  );
}
