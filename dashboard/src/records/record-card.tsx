import "./record-card.css";
import { Text } from "@mantine/core";
import { DataTable } from "../ui/data-table.tsx";
import { humanise } from "../ui/format.ts";
import { Prose } from "../ui/text.tsx";
import { Cell, LinkCell, Picture } from "./cell.tsx";
import type { Column } from "./columns.ts";
import { byUse } from "./field-order.ts";
import { Provenance } from "./provenance.tsx";
import { type Item, isEmpty, isLink, valueText } from "./values.ts";

interface RecordCardProps {
  record: Item;
  fields: string[];
  meanings: Record<string, string>;
  /** Columns of the grid, with units, currencies and times. */
  columns: Column[];
}

/** One record with all its fields by use, including empty ones. Nested values are unfolded. */
export function RecordCard({ record, fields, meanings, columns }: RecordCardProps) {
  return (
    <div className="record-card">
      <DataTable
        label="Fields"
        noHead
        rows={byUse(fields)}
        keyOf={(field) => field}
        columns={[
          {
            header: "Field",
            role: "title",
            cell: (field) => (
              <>
                {humanise(field)}
                <Text size="xs" c="dimmed" fw="normal">
                  <code>{field}</code> · <Prose text={meanings[field] ?? ""} />
                </Text>
              </>
            ),
          },
          {
            header: "Value",
            role: "prose",
            cell: (field) => (
              <>
                <Whole record={record} field={field} column={columns.find(({ id }) => id === field)} />
                <Provenance record={record} path={field} />
              </>
            ),
          },
        ]}
      />
    </div>
  );
}

function Whole({ record, field, column }: { record: Item; field: string; column: Column | undefined }) {
  const value = record[field];
  if (isEmpty(value)) return <span className="cell-no">–</span>;
  if (column?.kind === "image") return <Picture url={String(value)} large />;
  if (column && column.kind !== "list") return <Cell record={record} column={column} />;
  return <Inside value={value} field={field} />;
}

/** A nested list or record. A list of records is a table. */
function Inside({ value, field }: { value: unknown; field: string }) {
  if (Array.isArray(value)) {
    return value.every(isItem) ? <InsideTable rows={value} /> : <Bullets values={value} field={field} />;
  }
  if (isItem(value)) return <InsideTable rows={[value]} />;
  return isLink(value) ? <LinkCell url={value} /> : <span dir="auto">{valueText(value)}</span>;
}

const LinkOrPicture = ({ url, field }: { url: string; field: string }) =>
  /image|photo|picture/.test(field) ? <Picture url={url} /> : <LinkCell url={url} />;

const isItem = (value: unknown): value is Item => typeof value === "object" && value !== null && !Array.isArray(value);

function Bullets({ values, field }: { values: unknown[]; field: string }) {
  return (
    <ul className="record-list">
      {values.map((value, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a list of a record never changes
        <li key={at} dir="auto">
          {isLink(value) ? <LinkOrPicture url={value} field={field} /> : valueText(value)}
        </li>
      ))}
    </ul>
  );
}

function InsideTable({ rows }: { rows: Item[] }) {
  const names = [...new Set(rows.flatMap(Object.keys))].filter(
    (name) => name !== "@type" && rows.some((row) => !isEmpty(row[name])),
  );
  return (
    <DataTable
      label="Values"
      rows={rows}
      keyOf={(_, index) => index}
      columns={names.map((name) => ({ header: humanise(name), cell: (row: Item) => <InsideCell value={row[name]} /> }))}
    />
  );
}

function InsideCell({ value }: { value: unknown }) {
  if (isLink(value)) return <LinkCell url={value} />;
  return isEmpty(value) ? null : <span dir="auto">{valueText(value)}</span>;
}
