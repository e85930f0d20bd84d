import { Text } from "@mantine/core";
import type { ReactNode } from "react";

interface StatProps {
  label: string;
  value: string;
  note: string;
  /** For words rather than a figure. */
  small?: boolean;
  children?: ReactNode;
}

export function Stat({ label, value, note, small = false, children }: StatProps) {
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
      {children}
    </div>
  );
}
