import { Button, Group, Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Me } from "../../../src/endpoints/dashboard/types.ts";
import { api } from "../api/call.ts";
import { queries } from "../api/queries.ts";
import { useChange } from "../api/use-change.ts";
import { AccountSettings, Changes } from "../members/account-settings.tsx";
import { NewAccount } from "../members/new-account.tsx";
import { People } from "../members/people.tsx";
import { Allowed } from "../parts/allowed.tsx";
import { AccessReview } from "../parts/delegated-access.tsx";
import { QueryView } from "../ui/query-view.tsx";
import { saveFile } from "../ui/save-file.ts";
import { Section } from "../ui/section.tsx";
import { AlertSettings } from "./alert-settings.tsx";

/** The account in the address: its members, what acts on its behalf, and what it keeps of its calls. */
export function ThisAccount({ me }: { me: Me }) {
  const isShared = me.account.name !== null;
  const members = useQuery({ ...queries.at("/members"), enabled: isShared });
  return (
    <>
      {isShared && <QueryView query={members}>{(found) => <People me={me} {...found} />}</QueryView>}
      <AccessReview />
      <Allowed to="manage">
        <AlertSettings email={me.email} confirmed={me.email_verified} />
        <Retention me={me} />
      </Allowed>
      <Allowed to="own">
        {isShared && <SignOn />}
        <ExportData />
      </Allowed>
      {isShared ? <AccountSettings me={me} members={members.data?.members ?? []} /> : <NewAccount />}
      {isShared && (
        <Allowed to="manage">
          <Changes />
        </Allowed>
      )}
    </>
  );
}

const SignOn = () => (
  <Section title="Single sign-on" about="Members sign in through your own OpenID provider.">
    <Group>
      <Button component={Link} to="/settings/sign-on" variant="default">
        Set up single sign-on
      </Button>
    </Group>
  </Section>
);

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
