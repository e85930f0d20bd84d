import { Button, Group, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { openAccount } from "../api/acting-account.ts";
import { api } from "../api/call.ts";
import { useChange } from "../api/use-change.ts";
import { Page } from "../ui/page.tsx";

/** Creates an account for several people, and opens it in this tab. */
export function NewAccount() {
  const [name, setName] = useState("");
  const create = useChange(() => api.post<{ id: string }>("/accounts", { name }), {
    onDone: ({ id }) => openAccount(id, "/members"),
  });
  return (
    <Page
      title="Members"
      about="Your personal account is yours alone. An account for several people has its own points, keys and history."
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate();
        }}
      >
        <Group align="end">
          <TextInput
            label="Name of the new account"
            required
            withAsterisk={false}
            maxLength={80}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Button type="submit" loading={create.isPending}>
            Create account
          </Button>
        </Group>
      </form>
      <Text size="sm" c="dimmed">
        It begins without points: ask whoever runs this service for a plan or points.
      </Text>
    </Page>
  );
}
