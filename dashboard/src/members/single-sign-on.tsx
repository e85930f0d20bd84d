import { Badge, Button, Code, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { SignOnProvider } from "../../../src/endpoints/dashboard/types.ts";
import { api } from "../api/call.ts";
import { queries } from "../api/queries.ts";
import { useChange } from "../api/use-change.ts";
import { ConfirmButton } from "../parts/action-buttons.tsx";
import { DescribedForm } from "../parts/described-form.tsx";
import { CopyTextButton, LinkButton } from "../ui/buttons.tsx";
import { Empty } from "../ui/empty.tsx";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { Page, Section } from "../ui/page.tsx";
import { Load } from "../ui/query-view.tsx";
import { roleOptions } from "./roles.ts";

/** Signing in through the account's own OpenID provider: its settings, and the proof of its domain. */
export default function SignOnPage() {
  const account = useQuery(queries.session).data?.me?.account;
  if (account?.name === null) return <OnlyShared />;
  return (
    <Page title="Single sign-on" back={["/settings?of=account", "Settings"]}>
      <Load path="/single-sign-on">
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
      </Load>
    </Page>
  );
}

const OnlyShared = () => (
  <Page title="Single sign-on" back={["/settings", "Settings"]}>
    <Empty icon="users" title="For accounts of several people">
      Their members sign in through the company's own OpenID provider instead of with a password. This is your personal
      account: create one for several people first, or choose one in your menu.
      <br />
      <LinkButton to="/settings?of=account" mt="md">
        Create an account for several people
      </LinkButton>
    </Empty>
  </Page>
);

const ProviderForm = ({ provider }: { provider: SignOnProvider | null }) => (
  <DescribedForm
    of="POST /single-sign-on"
    label="Single sign-on"
    layout="stack"
    framed={false}
    keeps
    initial={{ role: "developer", ...provider }}
    about={{
      domain: { placeholder: "example.com" },
      issuer: { placeholder: "https://id.example.com" },
      client_secret: {
        kind: "secret",
        autoComplete: "off",
        required: !provider,
        description: provider ? "Leave it empty to keep the stored one." : "",
      },
      role: { label: "Role of newcomers", options: roleOptions(false) },
      required: {
        label: "Members must use it",
        required: false,
        disabled: !provider?.proved,
        description: provider?.proved
          ? "Owners can always use their password, in case the provider fails."
          : "Prove the domain first.",
      },
    }}
    action="Save single sign-on"
    done="Single sign-on saved."
  >
    {provider && (
      <ConfirmButton
        act="/single-sign-on"
        action="Remove"
        title="Remove single sign-on?"
        about="Members sign in with their passwords. Members without a password set one with “Forgot password?”."
        mt="sm"
      >
        Remove
      </ConfirmButton>
    )}
  </DescribedForm>
);

function DomainProof({ provider: { domain, proved, record } }: { provider: SignOnProvider }) {
  const check = useChange(() => api.post("/single-sign-on/prove"), { done: `${domain} is proved.`, showsError: true });
  return (
    <Section
      title="Proof of the domain"
      about={<Badge color={proved ? "husk" : "yellow"}>{proved ? "Proved" : "Not proved"}</Badge>}
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
        <Button variant="default" loading={check.isPending} onClick={() => check.mutate()}>
          Check now
        </Button>
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
