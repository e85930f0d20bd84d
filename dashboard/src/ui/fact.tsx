import { SimpleGrid, Text } from "@mantine/core";
import type { ReactNode } from "react";

/** A name, its value, and what is said about it. */
export type Fact = [label: string, value: ReactNode, note?: ReactNode];

/** Names and values side by side, as many as fit. */
export const Facts = ({ of }: { of: Array<Fact | false> }) => (
  <SimpleGrid minColWidth={140} component="dl" m={0}>
    {of
      .filter((fact) => fact !== false)
      .map(([label, value, note]) => (
        <div key={label}>
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
      ))}
  </SimpleGrid>
);
