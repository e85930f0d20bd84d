import { Button, Group, Select, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import type { Me, MemberView } from "../../../src/endpoints/dashboard/types.ts";
import { openAccount } from "../api/acting-account.ts";
import { api } from "../api/call.ts";
import { useChange } from "../api/use-change.ts";
import { Allowed } from "../parts/allowed.tsx";
import { DeleteButton } from "../parts/delete-button.tsx";
import { DeleteWithPassword } from "../parts/delete-with-password.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { Section } from "../ui/section.tsx";

/** The name of an account, who owns it, and its end. */
export const AccountSettings = ({ me, members }: { me: Me; members: MemberView[] }) => (
  <>
    <Allowed to="manage">
      <Rename name={me.account.name ?? ""} />
    </Allowed>
    <Allowed to="own">
      <Transfer others={members.filter(({ id }) => id !== me.id)} />
    </Allowed>
    <Section title="Leave" about="You lose access to this account, and your keys of it stop working.">
      <Group>
        <DeleteButton
          variant="light"
          leftSection={null}
          path="/leave"
          send={api.post}
          action="Leave"
          title="Leave this account?"
          about="Your keys of this account stop working."
          onDeleted={() => openAccount(null)}
        >
          Leave
        </DeleteButton>
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

function Rename({ name }: { name: string }) {
  const form = useForm({ initialValues: { name } });
  const save = useChange((body: typeof form.values) => api.post("/account/name", body), { done: "Name saved." });
  return (
    <Section title="Name">
      <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <TextInput
          label="Name of the account"
          required
          withAsterisk={false}
          maxLength={80}
          {...form.getInputProps("name")}
        />
        <Button type="submit" variant="default" mt="sm" loading={save.isPending}>
          Save name
        </Button>
      </form>
    </Section>
  );
}

function Transfer({ others }: { others: MemberView[] }) {
  const [id, setId] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const chosen = others.find((member) => member.id === id);
  const transfer = useChange(() => api.post(`/members/${id}/transfer`), {
    done: "Ownership transferred. You are an admin now.",
    onDone: () => setAsking(false),
  });
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
        <Button variant="light" color="red" disabled={!chosen} onClick={() => setAsking(true)}>
          Transfer ownership
        </Button>
      </Group>
      <Confirm
        opened={asking}
        title="Transfer ownership?"
        action="Transfer"
        danger
        busy={transfer.isPending}
        onConfirm={() => transfer.mutate()}
        onClose={() => setAsking(false)}
      >
        <Text size="sm">{chosen?.email} becomes the owner. Only they can make you an owner again.</Text>
      </Confirm>
    </Section>
  );
}
