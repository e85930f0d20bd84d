import { Text } from "@mantine/core";

export function Stat({ label, value, note }: { label: string; value: string; note: string }) {
  return (
    <div className="surface" style={{ padding: "16px 20px" }}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text fz={28} fw={650} lh={1.25}>
        {value}
      </Text>
      <Text size="xs" c="dimmed" mt={2}>
        {note}
      </Text>
    </div>
  );
}
