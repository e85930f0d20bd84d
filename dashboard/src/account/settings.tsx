import { Badge, Button, Group, SegmentedControl, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Me } from "../../../src/endpoints/dashboard/types.ts";
import { api } from "../api/call.ts";
import { queries, queryClient } from "../api/queries.ts";
import { useAddress } from "../api/use-address.ts";
import { useChange } from "../api/use-change.ts";
import { DeleteWithPassword } from "../parts/delete-with-password.tsx";
import { DescribedForm } from "../parts/described-form.tsx";
import { formatAgo } from "../ui/format.ts";
import { labelled } from "../ui/options.ts";
import { Page, Section } from "../ui/page.tsx";
import { Load, QueryView } from "../ui/query-view.tsx";
import { Note } from "../ui/text.tsx";
import { SecondFactor } from "./second-factor.tsx";
import { ThisAccount } from "./this-account.tsx";

/** Of the person, or of the account that the address names. */
export default function SettingsPage() {
  const query = useQuery(queries.session);
  const { search, set } = useAddress<"of">();
  const of = search.of ?? "you";
  const account = query.data?.me?.account;
  const isShared = of === "account" && account && account.name !== null;
  return (
    <Page
      title={isShared ? account.name! : "Settings"}
      about={isShared && `Your role in this account: ${account.role}.`}
      actions={
        <SegmentedControl
          aria-label="Settings of"
          data={labelled({ you: "You", account: "This account" })}
          value={of}
          onChange={(value) => set({ of: value })}
        />
      }
    >
      <QueryView query={query}>
        {({ me }) => me && (of === "you" ? <You me={me} /> : <ThisAccount me={me} />)}
      </QueryView>
    </Page>
  );
}

const You = ({ me }: { me: Me }) => (
  <>
    <NameForm me={me} />
    <EmailForm me={me} />
    <PasswordForm />
    <SecondFactor enabled={me.second_factor} />
    <SessionsList />
    {me.account.name === null && <DeleteAccount />}
  </>
);

const NameForm = ({ me }: { me: Me }) => (
  <Section title="Profile">
    <DescribedForm
      of="POST /name"
      {...inSection}
      keeps
      initial={{ name: me.name }}
      about={{ name: { autoComplete: "name" } }}
      action="Save name"
      done="Name saved."
    />
  </Section>
);

const EmailForm = ({ me }: { me: Me }) => (
  <Section title="Email" about={`Your address is ${me.email}${me.email_verified ? "" : ", not confirmed yet"}.`}>
    <DescribedForm
      of="POST /email/change"
      {...inSection}
      about={{ new_email: { kind: "email", autoComplete: "email", placeholder: "" } }}
      action="Change email"
      done="Open the link in the mail to finish the change."
    />
  </Section>
);

const PasswordForm = () => (
  <Section title="Password">
    <DescribedForm
      of="POST /password/change"
      {...inSection}
      fields={["current_password", "new_password"]}
      about={{ new_password: { autoComplete: "new-password", description: "At least 10 characters." } }}
      fieldOf={(message) => (/current|wrong/i.test(message) ? "current_password" : "new_password")}
      action="Change password"
      done="Password changed. All other devices are signed out."
    />
  </Section>
);

const inSection = { layout: "stack", framed: false, button: { variant: "default" } } as const;

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

function SessionsList() {
  const end = useChange((path: "/sessions" | `/sessions/${string}`) => api.delete(path));
  return (
    <Section
      wide
      title="Sessions"
      about="Devices where you are signed in. A session ends after 14 days without use, and after 30 days in any case."
    >
      <Load path="/sessions">
        {({ sessions }) => (
          <ul className="plain-list">
            {sessions.map((session) => (
              <li key={session.id}>
                <div>
                  <Group gap="xs">
                    <Text fw={500}>{deviceOf(session.user_agent)}</Text>
                    {session.current && <Badge>This device</Badge>}
                  </Group>
                  <Note>
                    {session.ip_address} · signed in {formatAgo(session.created_at)} · last seen{" "}
                    {formatAgo(session.last_seen_at)}
                  </Note>
                </div>
                {!session.current && (
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={`Sign out ${deviceOf(session.user_agent)}`}
                    onClick={() => end.mutate(`/sessions/${session.id}`)}
                  >
                    Sign out
                  </Button>
                )}
              </li>
            ))}
            {sessions.length > 1 && (
              <li>
                <Button size="xs" variant="default" onClick={() => end.mutate("/sessions")}>
                  Sign out all other devices
                </Button>
              </li>
            )}
          </ul>
        )}
      </Load>
    </Section>
  );
}

/** A short device name, enough to recognise a session. */
function deviceOf(userAgent: string): string {
  const browser = /(Firefox|Edg|Chrome|Safari|curl)\/[\d.]+/.exec(userAgent)?.[1]?.replace("Edg", "Edge") ?? "Browser";
  const system = /(Windows|Mac OS X|Android|iPhone|Linux)/.exec(userAgent)?.[1]?.replace("Mac OS X", "macOS");
  return system ? `${browser} on ${system}` : browser;
}
