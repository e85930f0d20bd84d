import { Group, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useEffect } from "react";
import { sayPageShown } from "./page-shown.ts";

interface PageProps {
  title: string;
  about?: ReactNode;
  actions?: ReactNode;
  /** For pages that need all the room there is. */
  wide?: boolean;
  children: ReactNode;
}

export function usePageTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Winnow`;
    sayPageShown();
  }, [title]);
}

/** A page of the dashboard: its heading, what it is for, and what it holds. */
export function Page({ title, about, actions, wide = false, children }: PageProps) {
  usePageTitle(title);
  return (
    <Stack gap="lg" maw={wide ? 1760 : 1240} mx="auto" className={wide ? "page-wide" : undefined}>
      <Group justify="space-between" align="flex-end" gap="sm">
        <div>
          <Title order={1}>{title}</Title>
          {about && (
            <Text c="dimmed" mt={4}>
              {about}
            </Text>
          )}
        </div>
        {actions}
      </Group>
      {children}
    </Stack>
  );
}
