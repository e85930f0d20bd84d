import { Button, Drawer, Group } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import type { OperationView } from "../../../src/endpoints/dashboard/types.ts";
import { Note } from "../ui/note.tsx";
import type { Column } from "./columns.ts";
import { placeName } from "./map/places.ts";
import { RecordCard } from "./record-card.tsx";
import type { Item } from "./values.ts";

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
export function RecordDrawer({ opened, onChange, operation, columns }: RecordDrawerProps) {
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
