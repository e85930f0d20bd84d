import { Group, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useEffect } from "react";
import { sayPageShown } from "./page-shown.ts";
import { TextLink } from "./text-link.tsx";

interface PageProps {
  title: string;
  about?: ReactNode;
  /** Address and name of the parent page. */
  back?: [to: string, label: string];
  actions?: ReactNode;
  /** For pages that need the full width. */
  wide?: boolean;
  children: ReactNode;
}

export function usePageTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Winnow`;
    sayPageShown();
  }, [title]);
}

/** A page of the dashboard: heading, description and content. */
export function Page({ title, about, back, actions, wide = false, children }: PageProps) {
  usePageTitle(title);
  return (
    <Stack gap="lg" maw={wide ? undefined : 1240} mx="auto" className={wide ? "page-wide" : undefined}>
      <Group justify="space-between" align="flex-end" gap="sm">
        <div style={{ minWidth: 0, overflowWrap: "anywhere" }}>
          <Title order={1}>{title}</Title>
          {(about || back) && (
            <Text c="dimmed" mt={4}>
              {about}
              {about && back && " · "}
              {back && (
                <TextLink to={back[0]} style={{ whiteSpace: "nowrap" }}>
                  {back[1]}
                </TextLink>
              )}
            </Text>
          )}
        </div>
        {actions}
      </Group>
      {children}
    </Stack>
  );
}
