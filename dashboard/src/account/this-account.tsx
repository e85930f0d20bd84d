import { Button, Checkbox, Select, Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Me, MemberView } from "../../../src/endpoints/dashboard/types.ts";
import { openAccount } from "../api/acting-account.ts";
import { api } from "../api/call.ts";
import { queries } from "../api/queries.ts";
import { useChange } from "../api/use-change.ts";
import { People } from "../members/people.tsx";
import { ConfirmButton } from "../parts/action-buttons.tsx";
import { Allowed } from "../parts/allowed.tsx";
import { auditColumns } from "../parts/audit-columns.tsx";
import { AccessReview } from "../parts/delegated-access.tsx";
import { DeleteWithPassword } from "../parts/delete-with-password.tsx";
import { DescribedForm } from "../parts/described-form.tsx";
import { PagedTable } from "../ui/data-table.tsx";
import { Part, Section } from "../ui/page.tsx";
import { Load, QueryView } from "../ui/query-view.tsx";
import { saveFile } from "../ui/save-file.ts";
import { TextLink } from "../ui/text.tsx";

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
    <Button component={Link} to="/settings/sign-on" variant="default">
      Set up single sign-on
    </Button>
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
      <Button variant="default" loading={save.isPending} onClick={() => save.mutate()}>
        Export
      </Button>
    </Section>
  );
}

/** Settings for mail alerts at chosen levels of used points. */
function AlertSettings({ email, confirmed }: { email: string; confirmed: boolean }) {
  const save = useChange((points_levels: number[]) => api.post("/alerts", { points_levels }));
  return (
    <Section
      title="Alerts"
      about={
        <>
          {confirmed ? `Mails go to ${email}.` : "Mails are sent once your address is confirmed."} For other events, and
          for programs, use{" "}
          <TextLink to="/automation/deliveries" underline="always">
            webhooks
          </TextLink>
          .
        </>
      }
    >
      <Load path="/alerts">
        {({ points_levels, all_points_levels }) => (
          <Checkbox.Group
            label="Mail me when"
            value={(save.isPending ? save.variables : points_levels).map(String)}
            onChange={(chosen) => save.mutate(chosen.map(Number).sort((a, b) => a - b))}
          >
            {all_points_levels.map((level) => (
              <Checkbox
                key={level}
                mt="xs"
                value={String(level)}
                label={level === 100 ? "my points are used up" : `${level}% of my points are used`}
              />
            ))}
          </Checkbox.Group>
        )}
      </Load>
    </Section>
  );
}

/** Creates an account for several people, and opens it in this tab. */
const NewAccount = () => (
  <Section
    title="An account for several people"
    about="Your personal account is yours alone. An account for several people has its own points, keys and history. It begins without points: ask whoever runs this service for a plan or points."
  >
    <DescribedForm
      of="POST /accounts"
      layout="line"
      framed={false}
      about={{ name: { label: "Name of the new account" } }}
      action="Create account"
      onDone={({ id }) => openAccount(id, "/settings?of=account")}
    />
  </Section>
);

/** The name of an account, who owns it, and its end. */
const AccountSettings = ({ me, members }: { me: Me; members: MemberView[] }) => (
  <>
    <Allowed to="manage">
      <Section title="Name">
        <DescribedForm
          of="POST /account/name"
          layout="stack"
          framed={false}
          keeps
          initial={{ name: me.account.name }}
          about={{ name: { label: "Name of the account" } }}
          action="Save name"
          button={{ variant: "default" }}
          done="Name saved."
        />
      </Section>
    </Allowed>
    <Allowed to="own">
      <Transfer others={members.filter(({ id }) => id !== me.id)} />
    </Allowed>
    <Section title="Leave" about="You lose access to this account. What you set up here, listed above, ends.">
      <ConfirmButton
        variant="light"
        leftSection={null}
        act={() => api.post("/leave")}
        action="Leave"
        title="Leave this account?"
        about="What you set up in this account ends, and your keys of it stop working."
        onDone={() => openAccount(null)}
      >
        Leave
      </ConfirmButton>
    </Section>
    <Allowed to="own">
      <DeleteWithPassword
        title="Delete this account"
        about="Its keys, jobs, webhooks, history and points are gone for all members. This cannot be undone."
        question={`Type your password to delete ${me.account.name} for all its members.`}
        send={(body) => api.post("/account/delete", body)}
        onDeleted={() => openAccount(null)}
      />
    </Allowed>
  </>
);

function Transfer({ others }: { others: MemberView[] }) {
  const [id, setId] = useState<string | null>(null);
  const chosen = others.find((member) => member.id === id);
  return (
    <Section title="Ownership" about="Another member becomes the owner in your place, and you become an admin.">
      <Select
        label="New owner"
        placeholder={others.length === 0 ? "Invite somebody first" : "Choose a member"}
        disabled={others.length === 0}
        data={others.map(({ id: value, email }) => ({ value, label: email }))}
        value={id}
        onChange={setId}
      />
      <ConfirmButton
        variant="light"
        leftSection={null}
        disabled={!chosen}
        act={() => api.post(`/members/${id}/transfer`)}
        action="Transfer"
        title="Transfer ownership?"
        about={`${chosen?.email} becomes the owner. Only they can make you an owner again.`}
        done="Ownership transferred. You are an admin now."
      >
        Transfer ownership
      </ConfirmButton>
    </Section>
  );
}

const columns = auditColumns.filter((column) => !("length" in column) || column[0] !== "Account");

/** Who changed what in the account. */
const Changes = () => (
  <Part title="Changes">
    <PagedTable
      label="Changes"
      columns={columns}
      path="/account/audit"
      more="Show older changes"
      empty="No changes yet."
    />
  </Part>
);
