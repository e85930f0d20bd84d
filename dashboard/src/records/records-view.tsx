import "./records.css";
import { Button, type ButtonProps, Checkbox, Drawer, Group, Menu, Popover, Stack, Tabs, Text } from "@mantine/core";
import { useHotkeys, useLocalStorage } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { Suspense, useMemo, useState } from "react";
import type { OperationView } from "../../../src/endpoints/dashboard/types.ts";
import { api } from "../api/call.ts";
import { lazyPart } from "../api/connection.ts";
import { CopyIcon, Tokens } from "../ui/code-block.tsx";
import { plural } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { Waiting } from "../ui/query-view.tsx";
import { saveFile } from "../ui/save-file.ts";
import { Note } from "../ui/text.tsx";
import { type Column, recordColumns } from "./columns.ts";
import { RecordCard } from "./record-card.tsx";
import { RecordsGrid } from "./records-grid.tsx";
import { type Item, recordName } from "./values.ts";

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
  // Stored in this browser for each operation.
  const [hidden, setHidden] = useLocalStorage<string[]>({
    key: `winnow-hidden-columns:${operation.path}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  const columns = useMemo(() => found.filter(({ id }) => !hidden.includes(id)), [found, hidden]);
  const [opened, setOpened] = useState<Opened | null>(null);
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
          <ColumnMenu all={found} hidden={hidden} setHidden={setHidden} />
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
        <JsonView records={records} />
      </Tabs.Panel>
      <RecordDrawer opened={opened} onChange={setOpened} operation={operation} columns={found} />
    </Tabs>
  );
}

interface Opened {
  record: Item;
  shown: Item[];
}

const steps = [
  ["Previous", "Left", -1],
  ["Next", "Right", 1],
] as const;

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
      title={record && recordName(record)}
    >
      {record && (
        <>
          <Group justify="space-between" mb="sm">
            <Note role="status">
              Record {at + 1} of {shown.length}
            </Note>
            <Group gap="xs">
              {steps.map(([label, arrow, by]) => (
                <Button
                  key={label}
                  size="xs"
                  variant="default"
                  disabled={shown[at + by] === undefined}
                  aria-keyshortcuts={`Arrow${arrow}`}
                  title={`${arrow} arrow key`}
                  onClick={() => step(by)}
                >
                  {label}
                </Button>
              ))}
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

interface ColumnMenuProps {
  all: Column[];
  hidden: string[];
  setHidden: (ids: string[]) => void;
}

/** Shows and hides columns. */
function ColumnMenu({ all, hidden, setHidden }: ColumnMenuProps) {
  const ids = all.map(({ id }) => id);
  const shown = ids.filter((id) => !hidden.includes(id));
  return (
    <Popover position="bottom-end" withinPortal trapFocus width={300}>
      <Popover.Target>
        <Button size="xs" variant="default" rightSection={<Icon name="chevron-down" size={14} />}>
          Columns {shown.length < all.length && `${shown.length}/${all.length}`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns" p="sm">
        <Checkbox.Group value={shown} onChange={(next) => setHidden(ids.filter((id) => !next.includes(id)))}>
          <Stack gap={6} mah={320} style={{ overflowY: "auto" }}>
            {all.map(({ id, title }) => (
              <Checkbox key={id} size="xs" value={id} label={title} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Group gap="xs" mt="xs">
          <Button size="compact-xs" variant="default" onClick={() => setHidden([])}>
            Show all
          </Button>
          <Button size="compact-xs" variant="default" onClick={() => setHidden(ids.slice(1))}>
            Hide all
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}

/** With more records than this, colouring their text would take longer than reading it. */
const MAX_COLOURED = 200;

/** Records as JSON: all of them, so that the browser's own search finds each, but drawn only where they are in view. */
function JsonView({ records }: { records: Item[] }) {
  const language = records.length > MAX_COLOURED ? "plain" : "json";
  return (
    <div style={{ position: "relative" }}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className="code-block json-view" tabIndex={0} aria-label="Records as JSON">
        {records.map((record, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: records are only added
          <pre key={at}>
            <Tokens code={JSON.stringify(record, null, 2)} language={language} />
          </pre>
        ))}
      </section>
      <div className="code-copy">
        <CopyIcon value={JSON.stringify(records, null, 2)} label="Copy JSON" dark />
      </div>
    </div>
  );
}

const formats = { csv: "CSV", xlsx: "XLSX", json: "JSON", ndjson: "NDJSON", parquet: "Parquet" } as const;
type Format = keyof typeof formats;

interface DownloadMenuProps extends ButtonProps {
  /** Where the service has the records. */
  path: string;
  /** Name of the file, without its ending. */
  name: string;
  /** Fields of a workbook, which has a column for each value. All fields by default. */
  fields?: string[];
}

/** Records as a file, which the service makes. */
function DownloadMenu({ path, name, fields, ...button }: DownloadMenuProps) {
  const save = useMutation({
    mutationFn: async (format: Format) => {
      const query = new URLSearchParams({ format, ...(format === "xlsx" && fields && { fields: fields.join() }) });
      saveFile(await api.file(`${path}?${query}`), `${name}.${format}`);
    },
    onError: ({ message }, format) =>
      notifications.show({ color: "red", title: `The ${formats[format]} file could not be made`, message }),
  });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          leftSection={<Icon name="download" size={14} />}
          {...button}
          disabled={button.disabled || save.isPending}
        >
          {save.isPending ? `Preparing ${formats[save.variables]}…` : "Download"}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {Object.entries(formats).map(([format, label]) => (
          <Menu.Item key={format} onClick={() => save.mutate(format as Format)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
