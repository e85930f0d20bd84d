import { SimpleGrid, Text } from "@mantine/core";
import type { ReactNode } from "react";

/** A name and its value, inside a `<dl>`. */
export function Fact({ label, value, note }: { label: string; value: ReactNode; note?: ReactNode }) {
  return (
    <div>
      <Text size="xs" c="dimmed" component="dt">
        {label}
      </Text>
      <Text fw={600} component="dd" m={0} style={{ overflowWrap: "anywhere" }}>
        {value}
      </Text>
      {note && (
        <Text size="xs" c="dimmed" component="dd" m={0}>
          {note}
        </Text>
      )}
    </div>
  );
}

/** Names and values side by side, as many as fit. */
export const Facts = ({ children }: { children: ReactNode }) => (
  <SimpleGrid minColWidth={140} component="dl" m={0}>
    {children}
  </SimpleGrid>
);
