import { Text } from "@mantine/core";

interface StatProps {
  label: string;
  value: string;
  note: string;
  /** For words rather than a figure. */
  small?: boolean;
}

export function Stat({ label, value, note, small = false }: StatProps) {
  return (
    <div className="surface" style={{ padding: "16px 20px" }}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text fz={small ? 17 : 28} fw={650} lh={small ? 1.9 : 1.25} style={{ overflowWrap: "anywhere" }}>
        {value}
      </Text>
      <Text size="xs" c="dimmed" mt={2}>
        {note}
      </Text>
    </div>
  );
}
