import { Group, Text } from "@mantine/core";

export function Logo() {
  return (
    <Group gap={10} wrap="nowrap">
      <img src="/favicon.svg" alt="" width={28} height={28} />
      <Text fw={700} size="lg" c="var(--mantine-color-text)">
        Winnow
      </Text>
    </Group>
  );
}
