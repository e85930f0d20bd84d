import { Stack, Text, ThemeIcon, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { Icon, type IconName } from "./icons.tsx";

interface EmptyProps {
  icon: IconName;
  title: string;
  /** 1 if it is the whole page. */
  order?: 1 | 2;
  children: ReactNode;
}

/** An empty state: what would be here, and how to get it. */
export function Empty({ icon, title, order = 2, children }: EmptyProps) {
  return (
    <Stack align="center" gap="sm" py={48} px="md" className="surface">
      <ThemeIcon size={52} radius="xl" variant="light">
        <Icon name={icon} size={26} stroke={1.6} />
      </ThemeIcon>
      <Title order={order} ta="center">
        {title}
      </Title>
      <Text c="dimmed" ta="center" maw={460} component="div">
        {children}
      </Text>
    </Stack>
  );
}
