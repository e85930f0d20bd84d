import { Button, type ButtonProps, Menu } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { api } from "../api/call.ts";
import { Icon } from "../ui/icons.tsx";
import { saveFile } from "../ui/save-file.ts";

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
export function DownloadMenu({ path, name, fields, ...button }: DownloadMenuProps) {
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
