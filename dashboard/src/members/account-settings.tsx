import { Group, Select } from "@mantine/core";
import { useState } from "react";
import type { Me, MemberView } from "../../../src/endpoints/dashboard/types.ts";
import { openAccount } from "../api/acting-account.ts";
import { api } from "../api/call.ts";
import { ConfirmButton } from "../parts/action-buttons.tsx";
import { Allowed } from "../parts/allowed.tsx";
import { auditColumns } from "../parts/audit-columns.tsx";
import { DeleteWithPassword } from "../parts/delete-with-password.tsx";
import { DescribedForm } from "../parts/described-form.tsx";
import { PagedTable } from "../ui/data-table.tsx";
import { Part, Section } from "../ui/page.tsx";

/** The name of an account, who owns it, and its end. */
export const AccountSettings = ({ me, members }: { me: Me; members: MemberView[] }) => (
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
      <Group>
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
      </Group>
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
      <Group>
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
      </Group>
    </Section>
  );
}

const columns = auditColumns.filter((column) => !("length" in column) || column[0] !== "Account");

/** Who changed what in the account. */
export const Changes = () => (
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
