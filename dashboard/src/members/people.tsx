import { Button, Group, TextInput } from "@mantine/core";
import { useState } from "react";
import type { MemberRole } from "../../../src/accounts/roles.ts";
import type { Me, MembersAnswer, MemberView } from "../../../src/endpoints/dashboard/types.ts";
import { api } from "../api/call.ts";
import { useChange } from "../api/use-change.ts";
import { CapInput } from "../keys/key-fields.tsx";
import { pointsSpent } from "../keys/points-spent.ts";
import { Allowed, useMay } from "../parts/allowed.tsx";
import { DeleteButton } from "../parts/delete-button.tsx";
import { Part } from "../ui/card.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Time } from "../ui/time.tsx";
import { Ending } from "./ending.tsx";
import { RoleSelect, roleLabels } from "./role-select.tsx";

/** A member and their next role, which allows less; null if they are removed. */
interface Lessened {
  member: MemberView;
  role: MemberRole | null;
}
type Lessen = (change: Lessened) => void;

/** Members and open invitations. Whoever may not manage them can only read them. */
export function People({ me, members, invitations }: MembersAnswer & { me: Me }) {
  const mayManage = useMay("manage");
  const [ending, setEnding] = useState<Lessened | null>(null);
  return (
    <>
      <Allowed to="manage">
        <Invite />
      </Allowed>
      <DataTable
        label="Members"
        columns={memberColumns(me, mayManage, setEnding)}
        rows={members}
        keyOf={({ id }) => id}
      />
      {ending && <Ending {...ending} onClose={() => setEnding(null)} />}
      {invitations.length > 0 && (
        <Part title="Open invitations">
          <DataTable
            label="Open invitations"
            columns={invitationColumns(mayManage)}
            rows={invitations}
            keyOf={({ id }) => id}
          />
        </Part>
      )}
    </>
  );
}

function Invite() {
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<MemberRole>("developer");
  const mayOwn = useMay("own");
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
        <RoleSelect label="Role" value={role} onChange={setRole} {...(!mayOwn && { without: "owner" })} />
        <Button type="submit" loading={invite.isPending}>
          Invite
        </Button>
      </Group>
    </form>
  );
}

/** Only owners change owners, and make others. */
function MemberRoleSelect({ member, onLessen }: { member: MemberView; onLessen: Lessen }) {
  const { id, name, role } = member;
  const mayOwn = useMay("own");
  const change = useChange((to: MemberRole) => api.patch(`/members/${id}`, { role: to }), { done: "Role changed." });
  if (role === "owner" && !mayOwn) return roleLabels[role];
  const others = mayOwn ? {} : ({ without: "owner" } as const);
  const choose = (to: MemberRole) =>
    roleOrder.indexOf(to) > roleOrder.indexOf(role) ? onLessen({ member, role: to }) : change.mutate(to);
  return <RoleSelect inTable label={`Role of ${name}`} value={role} onChange={choose} {...others} />;
}

const roleOrder = Object.keys(roleLabels);

const memberColumns = (me: Me, mayManage: boolean, onLessen: Lessen): Array<Column<MemberView> | false> => [
  { header: "Email", role: "title", cell: ({ email }) => email },
  { header: "Name", cell: ({ name }) => name },
  {
    header: "Role",
    cell: (member) => (mayManage ? <MemberRoleSelect member={member} onLessen={onLessen} /> : roleLabels[member.role]),
  },
  { header: "Second factor", cell: ({ second_factor }) => (second_factor ? "Yes" : "No") },
  { header: "Joined", cell: ({ joined_at }) => <Time at={joined_at} as="date" /> },
  { header: "Points spent", role: "figure", cell: pointsSpent },
  mayManage && {
    header: "Actions",
    role: "action",
    cell: (member) => (
      <Group gap={0} wrap="nowrap">
        <CapButton member={member} />
        {member.id !== me.id && (
          <Button size="xs" variant="subtle" color="red" onClick={() => onLessen({ member, role: null })}>
            Remove
          </Button>
        )}
      </Group>
    ),
  },
];

const invitationColumns = (mayManage: boolean): Array<Column<MembersAnswer["invitations"][number]> | false> => [
  { header: "Email", role: "title", cell: ({ email }) => email },
  { header: "Role", cell: ({ role }) => roleLabels[role] },
  { header: "Invited by", cell: ({ invited_by }) => invited_by ?? "" },
  { header: "Works until", cell: ({ expires_at }) => <Time at={expires_at} /> },
  mayManage && {
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

/** Limits what a member can spend. The service says whose cap only an owner changes. */
function CapButton({ member: { id, name, spending_cap } }: { member: MemberView }) {
  const [asking, setAsking] = useState(false);
  const [cap, setCap] = useState<number | string>(spending_cap ?? "");
  const save = useChange(() => api.patch(`/members/${id}`, { spending_cap: cap === "" ? null : cap }), {
    done: "Spending cap saved.",
    onDone: () => setAsking(false),
  });
  return (
    <>
      <Button size="xs" variant="subtle" aria-label={`Spending cap of ${name}`} onClick={() => setAsking(true)}>
        Cap
      </Button>
      <Confirm
        opened={asking}
        title={`Spending cap of ${name}`}
        action="Save cap"
        busy={save.isPending}
        onConfirm={() => save.mutate()}
        onClose={() => setAsking(false)}
      >
        <CapInput
          description="The most points that all their keys of this account may ever spend."
          value={cap}
          onChange={setCap}
        />
      </Confirm>
    </>
  );
}
