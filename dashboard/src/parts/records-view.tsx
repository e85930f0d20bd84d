import { Button, Checkbox, Drawer, Group, Menu, Popover, Stack, Table, Tabs, Text } from "@mantine/core";
import { useState } from "react";
import { csvOf } from "../../../src/service/csv.ts";
import { humanise, plural } from "../format.ts";
import { IconChevronDown, IconDownload } from "../icons.tsx";
import { Cell } from "../records/cell.tsx";
import { JsonView } from "../records/json-view.tsx";
import { RecordsGrid } from "../records/records-grid.tsx";
import { columnsOf, type Item } from "../records/values.ts";
import { saveFile } from "../save-file.ts";

interface RecordsViewProps {
  records: Item[];
  /** The record's fields in the contract's order. */
  fields: string[];
  name: string;
}

/** Records as a grid with pictures, as JSON, one by one, and to take along as JSON, NDJSON or CSV. */
export function RecordsView({ records, fields, name }: RecordsViewProps) {
  const all = columnsOf(records, fields);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState<Item | null>(null);
  if (records.length === 0)
    return <Text c="dimmed">No records: the site has nothing that fits. Nothing was charged.</Text>;
  return (
    <Tabs defaultValue={records.length === 1 ? "card" : "table"} keepMounted={false}>
      <Group justify="space-between" mb="sm" gap="sm">
        <Tabs.List>
          {records.length === 1 && <Tabs.Tab value="card">Record</Tabs.Tab>}
          <Tabs.Tab value="table">Table</Tabs.Tab>
          <Tabs.Tab value="json">JSON</Tabs.Tab>
        </Tabs.List>
        <Group gap="xs">
          <Text size="sm" c="dimmed">
            {plural(records.length, "record")}
          </Text>
          <Columns all={all} hidden={hidden} setHidden={setHidden} />
          <Export records={records} fields={fields} name={name} />
        </Group>
      </Group>
      <Tabs.Panel value="card">
        <RecordCard record={records[0]!} fields={fields} />
      </Tabs.Panel>
      <Tabs.Panel value="table">
        <RecordsGrid records={records} columns={all.filter((column) => !hidden.has(column))} onOpen={setOpened} />
      </Tabs.Panel>
      <Tabs.Panel value="json">
        <JsonView value={records} />
      </Tabs.Panel>
      <Drawer opened={opened !== null} onClose={() => setOpened(null)} position="right" size="lg" title="Record">
        {opened && <RecordCard record={opened} fields={fields} />}
      </Drawer>
    </Tabs>
  );
}

/** One record with all its fields, also those that are empty. */
function RecordCard({ record, fields }: { record: Item; fields: string[] }) {
  return (
    <Table variant="vertical" layout="fixed" className="record-card">
      <Table.Tbody>
        {fields.map((field) => (
          <Table.Tr key={field}>
            <Table.Th w={190} scope="row">
              {humanise(field)}
            </Table.Th>
            <Table.Td>
              <Cell value={record[field]} field={field} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

interface ColumnsProps {
  all: string[];
  hidden: ReadonlySet<string>;
  setHidden: (hidden: ReadonlySet<string>) => void;
}

function Columns({ all, hidden, setHidden }: ColumnsProps) {
  const toggle = (column: string) => {
    const next = new Set(hidden);
    if (!next.delete(column)) next.add(column);
    setHidden(next);
  };
  return (
    <Popover position="bottom-end" withinPortal>
      <Popover.Target>
        <Button size="xs" variant="default" rightSection={<IconChevronDown size={14} />}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown mah={360} style={{ overflowY: "auto" }}>
        <Stack gap={6}>
          {all.map((column) => (
            <Checkbox
              key={column}
              size="xs"
              label={humanise(column)}
              checked={!hidden.has(column)}
              onChange={() => toggle(column)}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function Export({ records, fields, name }: RecordsViewProps) {
  const forms = [
    ["JSON", "json", "application/json", () => JSON.stringify(records, null, 2)],
    ["NDJSON", "ndjson", "application/x-ndjson", () => records.map((record) => `${JSON.stringify(record)}\n`).join("")],
    ["CSV", "csv", "text/csv", () => csvOf(fields, records)],
  ] as const;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<IconDownload size={14} />}>
          Download
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {forms.map(([label, ending, type, text]) => (
          <Menu.Item key={label} onClick={() => saveFile(new Blob([text()], { type }), `${name}.${ending}`)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
