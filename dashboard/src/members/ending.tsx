import { Select, Text } from "@mantine/core";
import { useState } from "react";
import type { MemberRole } from "../../../src/accounts/roles.ts";
import type { Access, Delegated, MemberView } from "../../../src/endpoints/dashboard/types.ts";
import { api } from "../api/call.ts";
import { useChange } from "../api/use-change.ts";
import { DelegatedList } from "../parts/delegated-access.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { Load } from "../ui/query-view.tsx";
import { roleLabels } from "./role-select.tsx";

/** What a member has set up in the account. */
export function MembersAccess({ id }: { id: string }) {
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
export function Ending({ member: { id, name }, role, onClose }: EndingProps) {
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
          data={[
            { value: "revoke", label: "Revoke them now" },
            { value: "hand over", label: "Take them over" },
          ]}
          allowDeselect={false}
          value={keys}
          onChange={(chosen) => chosen && setKeys(chosen)}
        />
      )}
    </Confirm>
  );
}
