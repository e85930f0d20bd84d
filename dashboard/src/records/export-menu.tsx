import { Button, Menu } from "@mantine/core";
import { csvOf } from "../../../src/service/csv.ts";
import { IconDownload } from "../ui/icons.tsx";
import { saveFile } from "../ui/save-file.ts";
import type { Column } from "./columns.ts";
import type { Item } from "./values.ts";

interface ExportMenuProps {
  records: Item[];
  fields: string[];
  columns: Column[];
  name: string;
}

/** Exports the records to a file. The workbook writer is loaded on demand. */
export function ExportMenu({ records, fields, columns, name }: ExportMenuProps) {
  const text = (content: string, type: string) => new Blob([content], { type });
  const forms: Array<[label: string, ending: string, make: () => Blob | Promise<Blob>]> = [
    ["JSON", "json", () => text(JSON.stringify(records, null, 2), "application/json")],
    [
      "NDJSON",
      "ndjson",
      () => text(records.map((record) => `${JSON.stringify(record)}\n`).join(""), "application/x-ndjson"),
    ],
    ["CSV", "csv", () => text(csvOf(fields, records), "text/csv")],
    ["XLSX", "xlsx", async () => (await import("./xlsx.ts")).xlsxOf(records, columns)],
  ];
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<IconDownload size={14} />}>
          Download
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {forms.map(([label, ending, make]) => (
          <Menu.Item key={label} onClick={async () => saveFile(await make(), `${name}.${ending}`)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
