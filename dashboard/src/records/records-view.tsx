import "./records.css";
import { ActionIcon, Button, Checkbox, Drawer, Group, Popover, Tabs, Text, TextInput } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { Suspense, useMemo, useState } from "react";
import type { OperationView } from "../../../src/endpoints/dashboard/types.ts";
import { lazyPart } from "../api/connection.ts";
import { DownloadMenu } from "../parts/download-menu.tsx";
import { plural } from "../ui/format.ts";
import { IconArrowDown, IconArrowUp, IconChevronDown, IconPin, IconPinned, IconSearch } from "../ui/icons.tsx";
import { Note } from "../ui/note.tsx";
import { Waiting } from "../ui/query-view.tsx";
import { type Column, recordColumns } from "./columns.ts";
import { JsonView } from "./json-view.tsx";
import { placeName } from "./map/places.ts";
import { RecordCard } from "./record-card.tsx";
import { RecordsGrid } from "./records-grid.tsx";
import { type ColumnSet, useColumns } from "./use-columns.ts";
import type { Item } from "./values.ts";

const RecordsMap = lazyPart(() => import("./records-map.tsx"));

interface RecordsViewProps {
  records: Item[];
  /** The operation that returned the records. */
  operation: OperationView;
  /** Where the service has these records, for files of them; null if it has not stored them yet. */
  path: string | null;
  /** Name of such a file. */
  name: string;
  /** Whether more records will arrive. */
  arriving?: boolean;
  /** What these records are, if others are on the page too. */
  label?: string;
}

/** The paths of the columns' values: an amount has two, itself and its currency. */
const valuesIn = (columns: Column[], values: Record<string, unknown>): string[] =>
  columns.flatMap(({ id }) => (`${id}.amount` in values ? [`${id}.amount`, `${id}.currency`] : [id]));

/** Records as a grid, on a map or as JSON, with details and export. */
export function RecordsView({ records, operation, path, name, arriving = false, label }: RecordsViewProps) {
  const { fields, units, meanings, values } = operation.record;
  // Those of a batch begin with the line that they are of.
  const all = useMemo(() => (records[0]?.["@line"] === undefined ? fields : ["@line", ...fields]), [records, fields]);
  const found = useMemo(() => recordColumns(records, all, units), [records, all, units]);
  const columns = useColumns(found, operation.path);
  const [opened, setOpened] = useState<{ record: Item; shown: Item[] } | null>(null);
  const open = (record: Item, shown: Item[]) => setOpened({ record, shown });
  const [selected, setSelected] = useState<Item | null>(null);
  const hasPlaces = fields.includes("latitude") && records.some(({ latitude }) => typeof latitude === "number");
  if (records.length === 0) {
    return arriving ? null : <Text c="dimmed">No matching records. Nothing was charged.</Text>;
  }
  const isOne = records.length === 1 && !arriving;
  const grid = (chosen: Item | null) => (
    <RecordsGrid
      label={label}
      records={records}
      columns={columns}
      selected={chosen}
      onSelect={setSelected}
      onOpen={open}
    />
  );
  return (
    <Tabs defaultValue={isOne ? "card" : "table"} keepMounted={false} className="records-view">
      <Group justify="space-between" mb="xs" gap="xs">
        <Tabs.List>
          {isOne && <Tabs.Tab value="card">Record</Tabs.Tab>}
          <Tabs.Tab value="table">Table</Tabs.Tab>
          {hasPlaces && <Tabs.Tab value="map">Map</Tabs.Tab>}
          <Tabs.Tab value="json">JSON</Tabs.Tab>
        </Tabs.List>
        <Group gap="xs">
          <Note>{plural(records.length, "record")}</Note>
          <ColumnMenu columns={columns} />
          {path && (
            <DownloadMenu size="xs" variant="default" path={path} name={name} fields={valuesIn(found, values)} />
          )}
        </Group>
      </Group>
      <Tabs.Panel value="card">
        <RecordCard record={records[0]!} fields={fields} meanings={meanings} columns={found} />
      </Tabs.Panel>
      <Tabs.Panel value="table">{grid(null)}</Tabs.Panel>
      <Tabs.Panel value="map">
        <Suspense fallback={<Waiting />}>
          <RecordsMap
            records={records}
            columns={found}
            selected={selected}
            onSelect={setSelected}
            onOpen={(record) => open(record, records)}
          />
        </Suspense>
        <div className="grid-under-map">{grid(selected)}</div>
      </Tabs.Panel>
      <Tabs.Panel value="json">
        <JsonView value={records} />
      </Tabs.Panel>
      <RecordDrawer opened={opened} onChange={setOpened} operation={operation} columns={found} />
    </Tabs>
  );
}

interface Opened {
  record: Item;
  shown: Item[];
}

interface RecordDrawerProps {
  /** The record, and all that are shown with it, in their order. */
  opened: Opened | null;
  onChange: (next: Opened | null) => void;
  operation: OperationView;
  columns: Column[];
}

/** One record beside the list. Buttons and arrow keys show the previous and the next. */
function RecordDrawer({ opened, onChange, operation, columns }: RecordDrawerProps) {
  const { record, shown } = opened ?? { record: null, shown: [] };
  const at = record === null ? -1 : shown.indexOf(record);
  const step = (by: number) => {
    const next = shown[at + by];
    if (opened && next) onChange({ record: next, shown });
  };
  useHotkeys([
    ["ArrowLeft", () => step(-1), { preventDefault: opened !== null }],
    ["ArrowRight", () => step(1), { preventDefault: opened !== null }],
  ]);
  return (
    <Drawer
      opened={opened !== null}
      onClose={() => onChange(null)}
      position="right"
      size="lg"
      title={record && placeName(record)}
    >
      {record && (
        <>
          <Group justify="space-between" mb="sm">
            <Note role="status">
              Record {at + 1} of {shown.length}
            </Note>
            <Group gap="xs">
              <Button
                size="xs"
                variant="default"
                disabled={at <= 0}
                aria-keyshortcuts="ArrowLeft"
                title="Left arrow key"
                onClick={() => step(-1)}
              >
                Previous
              </Button>
              <Button
                size="xs"
                variant="default"
                disabled={at >= shown.length - 1}
                aria-keyshortcuts="ArrowRight"
                title="Right arrow key"
                onClick={() => step(1)}
              >
                Next
              </Button>
            </Group>
          </Group>
          <RecordCard
            record={record}
            fields={operation.record.fields}
            meanings={operation.record.meanings}
            columns={columns}
          />
        </>
      )}
    </Drawer>
  );
}

/** Menus with more columns than this can be searched. */
const MANY = 10;

/** Shows, hides, orders and pins columns. */
function ColumnMenu({ columns }: { columns: ColumnSet }) {
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
