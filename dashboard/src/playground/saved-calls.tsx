import { ActionIcon, Button, Group, Popover, Stack, Text, TextInput, UnstyledButton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { SavedCall } from "../../../src/endpoints/dashboard/types.ts";
import { api } from "../api/call.ts";
import { queries } from "../api/queries.ts";
import { useChange } from "../api/use-change.ts";
import { playgroundPath } from "../requests/requests-path.ts";
import { IconBookmark, IconTrash } from "../ui/icons.tsx";
import { Note } from "../ui/note.tsx";
import type { Values } from "./fields.ts";

/** Saved calls: opened, added and deleted in one popover. */
export function SavedCalls({ operation, body }: { operation: string; body: Values }) {
  const { data } = useQuery(queries.savedCalls);
  const [opened, setOpened] = useState(false);
  const [name, setName] = useState("");
  const save = useChange(() => api.post("/saved-calls", { name: name.trim(), operation, body }), {
    onDone: () => setName(""),
  });
  const calls = data?.calls ?? [];
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={340} trapFocus withinPortal>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconBookmark size={16} />}
          onClick={() => setOpened((now) => !now)}
          aria-expanded={opened}
        >
          Saved calls{calls.length > 0 ? ` (${calls.length})` : ""}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Saved calls">
        <Stack gap="sm">
          <form
            onSubmit={(event) => {
              event.preventDefault();
              if (name.trim() !== "") save.mutate();
            }}
          >
            <Group gap="xs" align="flex-end" wrap="nowrap">
              <TextInput
                label="Save this call as"
                maxLength={80}
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
                style={{ flex: 1 }}
              />
              <Button type="submit" loading={save.isPending} disabled={name.trim() === ""}>
                Save
              </Button>
            </Group>
          </form>
          {calls.length === 0 ? (
            <Note>No saved calls yet.</Note>
          ) : (
            <ul className="saved-calls">
              {calls.map((call) => (
                <Saved key={call.id} call={call} onOpen={() => setOpened(false)} />
              ))}
            </ul>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function Saved({ call, onOpen }: { call: SavedCall; onOpen: () => void }) {
  const remove = useChange(() => api.delete(`/saved-calls/${call.id}`));
  return (
    <li>
      <UnstyledButton
        component={Link}
        to={playgroundPath(call.operation, { body: JSON.stringify(call.body) })}
        onClick={onOpen}
        style={{ flex: 1, minWidth: 0 }}
      >
        <Text size="sm" fw={600} truncate dir="auto">
          {call.name}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {call.operation}
        </Text>
      </UnstyledButton>
      <ActionIcon
        variant="subtle"
        color="red"
        aria-label={`Delete ${call.name}`}
        loading={remove.isPending}
        onClick={() => remove.mutate()}
      >
        <IconTrash size={16} />
      </ActionIcon>
    </li>
  );
}
