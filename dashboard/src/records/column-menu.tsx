import { ActionIcon, Button, Checkbox, Group, Popover, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { IconArrowDown, IconArrowUp, IconChevronDown, IconPin, IconPinned, IconSearch } from "../ui/icons.tsx";
import type { Column } from "./columns.ts";
import type { ColumnSet } from "./use-columns.ts";

/** Menus with more columns than this can be searched. */
const MANY = 10;

/** Shows, hides, orders and pins columns. */
export function ColumnMenu({ columns }: { columns: ColumnSet }) {
  const [words, setWords] = useState("");
  const shown = columns.all.filter(({ id }) => !columns.isHidden(id)).length;
  const found = columns.all.filter(({ title }) => title.toLowerCase().includes(words.trim().toLowerCase()));
  return (
    <Popover position="bottom-end" withinPortal trapFocus width={340}>
      <Popover.Target>
        <Button size="xs" variant="default" rightSection={<IconChevronDown size={14} />}>
          Columns {shown < columns.all.length && `${shown}/${columns.all.length}`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns" p="sm">
        {columns.all.length > MANY && (
          <TextInput
            size="xs"
            mb="xs"
            aria-label="Find a column"
            placeholder="Find a column"
            leftSection={<IconSearch size={14} />}
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
        )}
        <ul className="column-menu">
          {found.map((column) => (
            <Row key={column.id} column={column} columns={columns} />
          ))}
          {found.length === 0 && (
            <Text size="sm" c="dimmed" component="li">
              No matching columns.
            </Text>
          )}
        </ul>
        <Group gap="xs" mt="xs">
          <Button size="compact-xs" variant="default" onClick={() => columns.showAll(true)}>
            Show all
          </Button>
          <Button size="compact-xs" variant="default" onClick={() => columns.showAll(false)}>
            Hide all
          </Button>
          {columns.changed && (
            <Button size="compact-xs" variant="default" onClick={columns.reset}>
              Original order
            </Button>
          )}
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}

function Row({ column: { id, title }, columns }: { column: Column; columns: ColumnSet }) {
  const pinned = columns.isPinned(id);
  const at = columns.all.findIndex((column) => column.id === id);
  const button = { size: "sm", variant: "subtle", color: "gray" } as const;
  return (
    <li>
      <Checkbox
        size="xs"
        label={title}
        checked={!columns.isHidden(id)}
        onChange={() => columns.toggle(id)}
        style={{ flex: 1, minWidth: 0 }}
      />
      <ActionIcon
        {...button}
        aria-label={`Move ${title} left`}
        disabled={at === 0}
        onClick={() => columns.move(id, -1)}
      >
        <IconArrowUp size={14} />
      </ActionIcon>
      <ActionIcon
        {...button}
        aria-label={`Move ${title} right`}
        disabled={at === columns.all.length - 1}
        onClick={() => columns.move(id, 1)}
      >
        <IconArrowDown size={14} />
      </ActionIcon>
      <ActionIcon {...button} aria-label={`Pin ${title}`} aria-pressed={pinned} onClick={() => columns.pin(id)}>
        {pinned ? <IconPinned size={14} /> : <IconPin size={14} />}
      </ActionIcon>
    </li>
  );
}
