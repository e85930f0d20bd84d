import { Anchor, Button, Group, Table, Tabs, Text } from "@mantine/core";
import { useState } from "react";
import { csvOf } from "../../../src/service/csv.ts";
import { formatNumber, humanise, plural } from "../format.ts";
import { IconDownload, IconPhotoOff } from "../icons.tsx";

import { CodeBlock } from "./code-block.tsx";
import { ScrollTable } from "./scroll-table.tsx";

type Item = Record<string, unknown>;

interface RecordsViewProps {
  records: Item[];
  /** The record's fields in the contract's order. */
  fields: string[];
  name: string;
}

const SHOWN_ROWS = 200;
/** What most people look for first; the rest follow in the contract's order. */
const FIRST = ["image", "name", "estate_name", "price", "rating", "review", "city"];

/** Records as a table with pictures, as JSON, and to take along as JSON or CSV. */
export function RecordsView({ records, fields, name }: RecordsViewProps) {
  const shown = fields.filter((field) => field !== "@type" && records.some((record) => !isEmpty(record[field])));
  const columns = [
    ...FIRST.filter((field) => shown.includes(field)),
    ...shown.filter((field) => !FIRST.includes(field)),
  ];
  return (
    <Tabs defaultValue="table" keepMounted={false}>
      <Group justify="space-between" mb="sm" gap="sm">
        <Tabs.List>
          <Tabs.Tab value="table">Table</Tabs.Tab>
          <Tabs.Tab value="json">JSON</Tabs.Tab>
        </Tabs.List>
        <Group gap="xs">
          <Text size="sm" c="dimmed">
            {plural(records.length, "record")}
          </Text>
          <Download
            name={`${name}.json`}
            type="application/json"
            text={JSON.stringify(records, null, 2)}
            label="JSON"
          />
          <Download name={`${name}.csv`} type="text/csv" text={csvOf(fields, records)} label="CSV" />
        </Group>
      </Group>
      <Tabs.Panel value="table">
        <ScrollTable label="Records">
          <Table.Thead>
            <Table.Tr>
              {columns.map((column) => (
                <Table.Th key={column} scope="col">
                  {humanise(column)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {records.slice(0, SHOWN_ROWS).map((record, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: records may repeat, and never change places
              <Table.Tr key={index}>
                {columns.map((column) => (
                  <Table.Td key={column}>
                    <Cell value={record[column]} picture={column === "image"} />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </ScrollTable>
        {records.length > SHOWN_ROWS && (
          <Text size="sm" c="dimmed" mt="xs">
            The first {SHOWN_ROWS} of {formatNumber(records.length)}; the JSON and the CSV hold them all.
          </Text>
        )}
      </Tabs.Panel>
      <Tabs.Panel value="json">
        <CodeBlock label="the records as JSON" code={JSON.stringify(records.slice(0, SHOWN_ROWS), null, 2)} />
      </Tabs.Panel>
    </Tabs>
  );
}

const isEmpty = (value: unknown) =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);

const isLink = (value: unknown): value is string => typeof value === "string" && /^https?:\/\//.test(value);

function Cell({ value, picture }: { value: unknown; picture: boolean }) {
  if (isEmpty(value)) return null;
  if (picture && isLink(value)) {
    return <Picture url={value} />;
  }
  if (isLink(value)) {
    return (
      <Anchor
        href={value}
        target="_blank"
        rel="noopener noreferrer nofollow"
        size="sm"
        className="cell-text"
        display="block"
      >
        {value.replace(/^https?:\/\//, "")}
      </Anchor>
    );
  }
  const text = textOf(value);
  return (
    <div className="cell-text" title={text}>
      {text}
    </div>
  );
}

function Picture({ url }: { url: string }) {
  const [gone, setGone] = useState(false);
  if (gone) {
    return (
      <span className="no-picture" title={url}>
        <IconPhotoOff size={18} stroke={1.5} aria-hidden />
      </span>
    );
  }
  return (
    <img
      className="record-picture"
      src={url}
      alt=""
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setGone(true)}
    />
  );
}

/** A record inside a record in a few words: its own formatting, or its values. */
function textOf(value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value !== "object" || value === null) return String(value);
  if (Array.isArray(value)) return value.map(textOf).join(", ");
  const { "@type": _, formatted, ...rest } = value as Item;
  if (typeof formatted === "string") return formatted;
  return Object.values(rest)
    .filter((item) => !isEmpty(item))
    .map(textOf)
    .join(" ");
}

function Download({ name, type, text, label }: { name: string; type: string; text: string; label: string }) {
  const save = () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type }));
    link.download = name;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconDownload size={14} />}
      onClick={save}
      aria-label={`Download ${label}`}
    >
      {label}
    </Button>
  );
}
