import { Button, Group, Modal, Select, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import type { MemberRole } from "../../../src/accounts/roles.ts";
import type { Access, Delegated, Me, MembersAnswer, MemberView } from "../../../src/endpoints/dashboard/types.ts";
import { api } from "../api/call.ts";
import { useChange } from "../api/use-change.ts";
import { pointsSpent } from "../keys/key-state.tsx";
import { Confirm, ConfirmButton } from "../parts/action-buttons.tsx";
import { Allowed, useMay } from "../parts/allowed.tsx";
import { DelegatedList } from "../parts/delegated-access.tsx";
import { DescribedForm } from "../parts/described-form.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { labelled } from "../ui/options.ts";
import { Part } from "../ui/page.tsx";
import { Load } from "../ui/query-view.tsx";
import { roleLabels, roleOptions } from "./roles.ts";

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
      <DataTable label="Members" columns={memberColumns(me, mayManage, setEnding)} rows={members} />
      {ending && <Ending {...ending} onClose={() => setEnding(null)} />}
      {invitations.length > 0 && (
        <Part title="Open invitations">
          <DataTable label="Open invitations" columns={invitationColumns(mayManage)} rows={invitations} />
        </Part>
      )}
    </>
  );
}

const Invite = () => (
  <DescribedForm
    of="POST /invitations"
    layout="line"
    framed={false}
    initial={{ role: "developer" }}
    about={{ email: { kind: "email" }, role: { options: roleOptions(useMay("own")) } }}
    action="Invite"
    done="Invitation sent."
  />
);

/** Only owners change owners, and make others. */
function MemberRoleSelect({ member, onLessen }: { member: MemberView; onLessen: Lessen }) {
  const { id, name, role } = member;
  const mayOwn = useMay("own");
  const change = useChange((to: MemberRole) => api.patch(`/members/${id}`, { role: to }), { done: "Role changed." });
  if (role === "owner" && !mayOwn) return roleLabels[role];
  const choose = (to: MemberRole) =>
    roleOrder.indexOf(to) > roleOrder.indexOf(role) ? onLessen({ member, role: to }) : change.mutate(to);
  return (
    <Select
      aria-label={`Role of ${name}`}
      size="xs"
      w={130}
      data={roleOptions(mayOwn)}
      value={role}
      onChange={(to) => to && to !== role && choose(to as MemberRole)}
    />
  );
}

const roleOrder = Object.keys(roleLabels);

const memberColumns = (me: Me, mayManage: boolean, onLessen: Lessen): Array<Column<MemberView> | false> => [
  ["Email", "email", "title"],
  ["Name", "name"],
  {
    header: "Role",
    cell: (member) => (mayManage ? <MemberRoleSelect member={member} onLessen={onLessen} /> : roleLabels[member.role]),
  },
  { header: "Second factor", cell: ({ second_factor }) => (second_factor ? "Yes" : "No") },
  ["Joined", "joined_at", "date"],
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

type Invitation = MembersAnswer["invitations"][number];

const invitationColumns = (mayManage: boolean): Array<Column<Invitation> | false> => [
  ["Email", "email", "title"],
  ["Role", "role", "word"],
  ["Invited by", "invited_by"],
  ["Works until", "expires_at", "time"],
  mayManage && {
    header: "Revoke",
    role: "action",
    cell: ({ id, email }) => (
      <ConfirmButton
        size="xs"
        act={`/invitations/${id}`}
        action="Revoke"
        about={`The link sent to ${email} stops working.`}
      >
        Revoke
      </ConfirmButton>
    ),
  },
];

/** Limits what a member can spend. The service says whose cap only an owner changes. */
function CapButton({ member: { id, name, spending_cap } }: { member: MemberView }) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button size="xs" variant="subtle" aria-label={`Spending cap of ${name}`} onClick={open}>
        Cap
      </Button>
      <Modal opened={opened} onClose={close} title={`Spending cap of ${name}`} centered>
        <DescribedForm
          of="PATCH /members/{id}"
          path={`/members/${id}`}
          layout="stack"
          framed={false}
          fields={["spending_cap"]}
          initial={{ spending_cap }}
          about={{
            spending_cap: {
              description: "The most points that all their keys of this account may ever spend.",
              placeholder: "No cap",
            },
          }}
          action="Save cap"
          done="Spending cap saved."
          onDone={close}
        />
      </Modal>
    </>
  );
}

/** What a member has set up in the account. */
function MembersAccess({ id }: { id: string }) {
  return (
    <Load path={`/members/${id}/access`}>
      {({ access }) =>
        access.length > 0 ? <DelegatedList access={access} /> : <Text c="dimmed">They have set up nothing.</Text>
      }
    </Load>
  );
}

interface EndingProps {
  member: MemberView;
  /** Null removes them. */
  role: MemberRole | null;
  onClose(): void;
}

/** Removes a member or lowers their role: lists what they set up before, and what became of it after. */
function Ending({ member: { id, name }, role, onClose }: EndingProps) {
  const [keys, setKeys] = useState("revoke");
  const [after, setAfter] = useState<Delegated[] | null>(null);
  const change = useChange(
    (): Promise<Access> =>
      role === null ? api.post(`/members/${id}/remove`, { keys }) : api.patch(`/members/${id}`, { role }),
    { onDone: ({ access }) => setAfter(access) },
  );
  const act = role === null ? "Remove" : "Change role";
  const isDone = after !== null;
  return (
    <Confirm
      opened
      title={role === null ? `Remove ${name}?` : `Make ${name} a ${roleLabels[role].toLowerCase()}?`}
      action={isDone ? "Done" : act}
      danger={!isDone}
      busy={change.isPending}
      onConfirm={isDone ? onClose : () => change.mutate()}
      onClose={onClose}
    >
      {isDone ? (
        <>
          <Text size="sm">{role === null ? `${name} was removed.` : "Role changed."}</Text>
          <DelegatedList access={after} />
        </>
      ) : (
        <>
          <Text size="sm">
            What they set up and may not have afterwards ends. Work that others pay for pauses where it leads to them.
          </Text>
          <MembersAccess id={id} />
        </>
      )}
      {role === null && !isDone && (
        <Select
          label="Their keys of this account"
          data={labelled({ revoke: "Revoke them now", "hand over": "Take them over" })}
          value={keys}
          onChange={(chosen) => chosen && setKeys(chosen)}
        />
      )}
    </Confirm>
  );
}
