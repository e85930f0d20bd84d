import { Button, Group, Switch } from "@mantine/core";
import { useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Me } from "../../../src/endpoints/dashboard/types.ts";
import { api } from "../api/call.ts";
import { queries, queryClient } from "../api/queries.ts";
import { useChange } from "../api/use-change.ts";
import { Allowed } from "../parts/allowed.tsx";
import { AccessReview } from "../parts/delegated-access.tsx";
import { DeleteWithPassword } from "../parts/delete-with-password.tsx";
import { TextForm } from "../parts/text-form.tsx";
import { PasswordField } from "../sign-in/password-field.tsx";
import { SecretForm } from "../sign-in/secret-form.tsx";
import { Page } from "../ui/page.tsx";
import { QueryView } from "../ui/query-view.tsx";
import { saveFile } from "../ui/save-file.ts";
import { Section } from "../ui/section.tsx";
import { AlertSettings } from "./alert-settings.tsx";
import { SecondFactor } from "./second-factor.tsx";
import { SessionsList } from "./sessions-list.tsx";

export function AccountPage() {
  const query = useQuery(queries.session);
  return (
    <Page title="Account">
      <QueryView query={query}>
        {({ me }) =>
          me && (
            <>
              <NameForm me={me} />
              <EmailForm me={me} />
              <PasswordForm />
              <SecondFactor enabled={me.second_factor} />
              <SessionsList />
              <AccessReview />
              <Allowed to="manage">
                <AlertSettings email={me.email} confirmed={me.email_verified} />
                <Retention me={me} />
              </Allowed>
              <Allowed to="own">
                <ExportData />
              </Allowed>
              {me.account.name === null && <DeleteAccount />}
            </>
          )
        }
      </QueryView>
    </Page>
  );
}

/** Whether anything is kept of the account's calls, whatever their keys say. */
function Retention({ me }: { me: Me }) {
  const save = useChange((retain: Me["retain"]) => api.post("/retain", { retain }), {
    done: "Saved. The next call follows it.",
  });
  return (
    <Section
      title="What is kept of calls"
      about="Parameters and records are kept for the history, replays and recalls. Jobs, schedules and MCP exist only because they are stored: with this switch on, they stop."
    >
      <Switch
        label="Keep nothing of any call"
        description="Only the time, operation, status and cost are kept. Each key has the same switch."
        checked={me.retain === "none"}
        disabled={save.isPending}
        onChange={({ currentTarget }) => save.mutate(currentTarget.checked ? "none" : "usual")}
      />
    </Section>
  );
}

/** Downloads everything the service stores about the account. */
function ExportData() {
  const save = useChange(async () => saveFile(await api.file("/export"), "winnow-account.ndjson.gz"));
  return (
    <Section
      title="Your data"
      about="Everything that the service stores about your account, as one compressed file of JSON lines. It contains no secrets."
    >
      <Group>
        <Button variant="default" loading={save.isPending} onClick={() => save.mutate()}>
          Export
        </Button>
      </Group>
    </Section>
  );
}

const NameForm = ({ me }: { me: Me }) => (
  <Section title="Profile">
    <TextForm
      label="Name"
      autoComplete="name"
      maxLength={120}
      saved={me.name}
      send={(name) => api.post("/name", { name })}
      action="Save name"
      done="Name saved."
    />
  </Section>
);

const EmailForm = ({ me }: { me: Me }) => (
  <Section title="Email" about={`Your address is ${me.email}${me.email_verified ? "" : ", not confirmed yet"}.`}>
    <TextForm
      label="New email"
      type="email"
      autoComplete="email"
      send={(new_email) => api.post("/email/change", { new_email })}
      action="Change email"
      done="Open the link in the mail to finish the change."
    />
  </Section>
);

function PasswordForm() {
  const form = useForm({
    initialValues: { current_password: "", new_password: "" },
    validate: { new_password: (value) => (value.length < 10 ? "At least 10 characters." : null) },
  });
  const save = useChange((body: typeof form.values) => api.post("/password/change", body), {
    showsError: true,
    done: "Password changed. All other devices are signed out.",
    onDone: form.reset,
  });
  const onError = ({ message }: Error) =>
    form.setFieldError(/current|not right|wrong/i.test(message) ? "current_password" : "new_password", message);
  return (
    <Section title="Password">
      <SecretForm onSubmit={form.onSubmit((values) => save.mutate(values, { onError }))}>
        <PasswordField
          label="Current password"
          required
          withAsterisk={false}
          {...form.getInputProps("current_password")}
        />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          required
          withAsterisk={false}
          mt="sm"
          {...form.getInputProps("new_password")}
        />
        <Button type="submit" variant="default" mt="sm" loading={save.isPending}>
          Change password
        </Button>
      </SecretForm>
    </Section>
  );
}

function DeleteAccount() {
  const navigate = useNavigate();
  return (
    <DeleteWithPassword
      title="Delete account"
      about="Your keys stop working and your points are lost. This cannot be undone."
      question="Type your password to delete the account with its keys, sessions and points."
      send={(body) => api.delete("/account", body)}
      onDeleted={async () => {
        queryClient.clear();
        await navigate({ to: "/sign-in" });
        notifications.show({ message: "Your account, its keys and its points are deleted.", autoClose: false });
      }}
    />
  );
}
