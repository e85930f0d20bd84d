import { Badge, Button, Code, Group, Stack, Switch, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import type { SignOnAnswer, SignOnProvider } from "../../../src/endpoints/dashboard/types.ts";
import { api } from "../api/call.ts";
import { queries } from "../api/queries.ts";
import { useChange } from "../api/use-change.ts";
import { DeleteButton } from "../parts/delete-button.tsx";
import { PasswordField } from "../sign-in/password-field.tsx";
import { SecretForm } from "../sign-in/secret-form.tsx";
import { CopyTextButton } from "../ui/copy-text-button.tsx";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { QueryView } from "../ui/query-view.tsx";
import { Section } from "../ui/section.tsx";
import { RoleSelect } from "./role-select.tsx";

/** Signing in through the account's own OpenID provider: its settings, and the proof of its domain. */
export const SingleSignOn = () => (
  <QueryView query={useQuery(queries.at<SignOnAnswer>("/single-sign-on"))}>
    {({ provider, redirect_uri }) => (
      <>
        <Section
          title="Single sign-on"
          about="Members sign in through your own OpenID provider. It can vouch only for addresses of a domain that this account has proved it owns."
        >
          <Copied label="Redirect address, to enter at the provider" value={redirect_uri} />
          <ProviderForm key={provider?.domain} provider={provider} />
        </Section>
        {provider && <DomainProof provider={provider} />}
      </>
    )}
  </QueryView>
);

function ProviderForm({ provider }: { provider: SignOnProvider | null }) {
  const form = useForm({
    initialValues: {
      domain: provider?.domain ?? "",
      issuer: provider?.issuer ?? "",
      client_id: provider?.client_id ?? "",
      client_secret: "",
      role: provider?.role ?? ("developer" as const),
      required: provider?.required ?? false,
    },
  });
  const save = useChange(
    ({ client_secret, ...rest }: typeof form.values) =>
      api.post("/single-sign-on", { ...rest, client_secret: client_secret || null }),
    { done: "Single sign-on saved.", onDone: () => form.setFieldValue("client_secret", ""), showsError: true },
  );
  return (
    <SecretForm onSubmit={form.onSubmit((values) => save.mutate(values))} aria-label="Single sign-on">
      <Stack gap="sm">
        <ErrorAlert error={save.error} />
        <TextInput
          label="Domain"
          description="Of the members' addresses."
          placeholder="example.com"
          required
          withAsterisk={false}
          {...form.getInputProps("domain")}
        />
        <TextInput
          label="Issuer"
          placeholder="https://id.example.com"
          required
          withAsterisk={false}
          {...form.getInputProps("issuer")}
        />
        <TextInput label="Client ID" required withAsterisk={false} {...form.getInputProps("client_id")} />
        <PasswordField
          label="Client secret"
          autoComplete="off"
          required={!provider}
          withAsterisk={false}
          {...(provider && { description: "Leave it empty to keep the stored one." })}
          {...form.getInputProps("client_secret")}
        />
        <RoleSelect
          label="Role of newcomers"
          without="owner"
          value={form.values.role}
          onChange={(role) => role !== "owner" && form.setFieldValue("role", role)}
        />
        <Switch
          label="Members must use it"
          description={
            provider?.proved
              ? "Owners can always use their password, in case the provider fails."
              : "Prove the domain first."
          }
          disabled={!provider?.proved}
          {...form.getInputProps("required", { type: "checkbox" })}
        />
        <Group justify="space-between">
          <Button type="submit" variant="default" loading={save.isPending}>
            Save single sign-on
          </Button>
          {provider && (
            <DeleteButton
              path="/single-sign-on"
              action="Remove"
              title="Remove single sign-on?"
              about="Members sign in with their passwords. Members without a password set one with “Forgot password?”."
              onDeleted={form.reset}
            >
              Remove
            </DeleteButton>
          )}
        </Group>
      </Stack>
    </SecretForm>
  );
}

function DomainProof({ provider: { domain, proved, record } }: { provider: SignOnProvider }) {
  const check = useChange(() => api.post("/single-sign-on/prove"), { done: `${domain} is proved.`, showsError: true });
  return (
    <Section
      title="Proof of the domain"
      about={
        <Badge variant="light" color={proved ? "husk" : "yellow"}>
          {proved ? "Proved" : "Not proved"}
        </Badge>
      }
    >
      <Text size="sm">
        {proved
          ? `This account has proved that it owns ${domain}. Keep the record: it must be found again after an owner resets their password.`
          : `Set this TXT record in the DNS of ${domain}. Nobody signs in through the provider before it is found.`}
      </Text>
      <Copied label="Name of the TXT record" value={record.name} />
      <Copied label="Value" value={record.value} />
      <ErrorAlert error={check.error} />
      {!proved && (
        <Group>
          <Button variant="default" loading={check.isPending} onClick={() => check.mutate()}>
            Check now
          </Button>
        </Group>
      )}
    </Section>
  );
}

const Copied = ({ label, value }: { label: string; value: string }) => (
  <div>
    <Text size="sm" fw={500}>
      {label}
    </Text>
    <Group gap="sm">
      <Code style={{ overflowWrap: "anywhere" }}>{value}</Code>
      <CopyTextButton label="Copy" value={value} />
    </Group>
  </div>
);
