import { Button, Group, Select, Text, TextInput, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { MemberRole } from "../../../src/accounts/roles.ts";
import type { Me, MembersAnswer, MemberView } from "../../../src/endpoints/dashboard/types.ts";
import { openAccount } from "../api/acting-account.ts";
import { api } from "../api/call.ts";
import { queries } from "../api/queries.ts";
import { useChange } from "../api/use-change.ts";
import { DeleteButton } from "../parts/delete-button.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Page } from "../ui/page.tsx";
import { QueryView } from "../ui/query-view.tsx";
import { Time } from "../ui/time.tsx";
import { NewAccount } from "./new-account.tsx";

const roleLabels: Record<MemberRole, string> = {
  owner: "Owner",
  admin: "Admin",
  developer: "Developer",
  viewer: "Viewer",
};
const roleOptions = Object.entries(roleLabels).map(([value, label]) => ({ value, label }));

/** The people of the account that the tab shows, or how to create one for several people. */
export function MembersPage() {
  const { data } = useQuery(queries.session);
  const me = data?.me;
  if (!me) return null;
  if (me.account.name === null) return <NewAccount />;
  const mayManage = me.account.role === "owner" || me.account.role === "admin";
  return (
    <Page title={me.account.name} about={`You are ${me.account.role} of this account.`} actions={<LeaveButton />}>
      {mayManage ? <People me={me} /> : <Text>Owners and admins see and change its members.</Text>}
    </Page>
  );
}

const People = ({ me }: { me: Me }) => (
  <>
    <Invite />
    <QueryView query={useQuery(queries.at<MembersAnswer>("/members"))}>
      {({ members, invitations }) => (
        <>
          <DataTable label="Members" columns={memberColumns(me)} rows={members} keyOf={({ id }) => id} />
          {invitations.length > 0 && (
            <>
              <Title order={2}>Open invitations</Title>
              <DataTable
                label="Open invitations"
                columns={invitationColumns}
                rows={invitations}
                keyOf={({ id }) => id}
              />
            </>
          )}
        </>
      )}
    </QueryView>
  </>
);

function Invite() {
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<MemberRole>("developer");
  const invite = useChange(() => api.post("/invitations", { email, role }), {
    done: "Invitation sent.",
    onDone: () => setEmail(""),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        invite.mutate();
      }}
    >
      <Group align="end">
        <TextInput
          label="Email"
          type="email"
          required
          withAsterisk={false}
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        <RoleSelect label="Role" value={role} onChange={setRole} />
        <Button type="submit" loading={invite.isPending}>
          Invite
        </Button>
      </Group>
    </form>
  );
}

interface RoleSelectProps {
  label: string;
  value: MemberRole;
  onChange: (role: MemberRole) => void;
  hiddenLabel?: boolean;
}

const RoleSelect = ({ label, value, onChange, hiddenLabel = false }: RoleSelectProps) => (
  <Select
    {...(hiddenLabel ? { "aria-label": label, size: "xs", w: 130 } : { label })}
    data={roleOptions}
    allowDeselect={false}
    value={value}
    onChange={(role) => role && role !== value && onChange(role as MemberRole)}
  />
);

function MemberRoleSelect({ member: { id, name, role } }: { member: MemberView }) {
  const change = useChange((to: MemberRole) => api.patch(`/members/${id}`, { role: to }), { done: "Role changed." });
  return <RoleSelect hiddenLabel label={`Role of ${name}`} value={role} onChange={change.mutate} />;
}

const memberColumns = (me: Me): Array<Column<MemberView>> => [
  { header: "Email", role: "title", cell: ({ email }) => email },
  { header: "Name", cell: ({ name }) => name },
  { header: "Role", cell: (member) => <MemberRoleSelect member={member} /> },
  { header: "Second factor", cell: ({ second_factor }) => (second_factor ? "Yes" : "No") },
  { header: "Joined", cell: ({ joined_at }) => <Time at={joined_at} as="date" /> },
  {
    header: "Remove",
    role: "action",
    cell: (member) => (member.id === me.id ? null : <RemoveButton member={member} />),
  },
];

const invitationColumns: Array<Column<MembersAnswer["invitations"][number]>> = [
  { header: "Email", role: "title", cell: ({ email }) => email },
  { header: "Role", cell: ({ role }) => role },
  { header: "Invited by", cell: ({ invited_by }) => invited_by ?? "" },
  { header: "Works until", cell: ({ expires_at }) => <Time at={expires_at} /> },
  {
    header: "Revoke",
    role: "action",
    cell: ({ id, email }) => (
      <DeleteButton
        size="xs"
        path={`/invitations/${id}`}
        action="Revoke"
        about={`The link sent to ${email} stops working.`}
      >
        Revoke
      </DeleteButton>
    ),
  },
];

/** Removes a member. Their keys end with them, unless somebody still needs them. */
function RemoveButton({ member: { id, name } }: { member: MemberView }) {
  const [asking, setAsking] = useState(false);
  const [keys, setKeys] = useState("revoke");
  const remove = useChange(() => api.post(`/members/${id}/remove`, { keys }), {
    done: `${name} was removed.`,
    onDone: () => setAsking(false),
  });
  return (
    <>
      <Button size="xs" variant="subtle" color="red" onClick={() => setAsking(true)}>
        Remove
      </Button>
      <Confirm
        opened={asking}
        title={`Remove ${name}?`}
        action="Remove"
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onClose={() => setAsking(false)}
      >
        <Select
          label="Their keys of this account"
          data={[
            { value: "revoke", label: "Revoke them now" },
            { value: "hand over", label: "Take them over" },
          ]}
          allowDeselect={false}
          value={keys}
          onChange={(chosen) => chosen && setKeys(chosen)}
        />
      </Confirm>
    </>
  );
}

const LeaveButton = () => (
  <DeleteButton
    path="/leave"
    send={api.post}
    action="Leave"
    title="Leave this account?"
    about="Your keys of this account stop working."
    onDeleted={() => openAccount(null)}
  >
    Leave
  </DeleteButton>
);
