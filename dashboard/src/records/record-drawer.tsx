import { Button, Drawer, Group, Text } from "@mantine/core";
import type { OperationView } from "../../../src/endpoints/dashboard/types.ts";
import type { Column } from "./columns.ts";
import { placeName } from "./map/places.ts";
import { RecordCard } from "./record-card.tsx";
import type { Item } from "./values.ts";

interface RecordDrawerProps {
  records: Item[];
  opened: Item | null;
  onOpen: (record: Item | null) => void;
  operation: OperationView;
  columns: Column[];
}

/** One record beside the list, with buttons for the previous and the next. */
export function RecordDrawer({ records, opened, onOpen, operation, columns }: RecordDrawerProps) {
  const at = opened === null ? -1 : records.indexOf(opened);
  const step = (by: number) => onOpen(records[at + by] ?? opened);
  return (
    <Drawer
      opened={opened !== null}
      onClose={() => onOpen(null)}
      position="right"
      size="lg"
      title={opened && placeName(opened)}
    >
      {opened && (
        <>
          <Group justify="space-between" mb="sm">
            <Text size="sm" c="dimmed" role="status">
              Record {at + 1} of {records.length}
            </Text>
            <Group gap="xs">
              <Button size="xs" variant="default" disabled={at <= 0} onClick={() => step(-1)}>
                Previous
              </Button>
              <Button size="xs" variant="default" disabled={at >= records.length - 1} onClick={() => step(1)}>
                Next
              </Button>
            </Group>
          </Group>
          <RecordCard
            record={opened}
            fields={operation.record.fields}
            meanings={operation.record.meanings}
            columns={columns}
          />
        </>
      )}
    </Drawer>
  );
}
