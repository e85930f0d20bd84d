import { Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

interface SectionProps {
  title: string;
  about?: ReactNode;
  /** For content that needs the full width. */
  wide?: boolean;
  children: ReactNode;
}

/** A section of the account page: its description on the left, its controls on the right. */
export function Section({ title, about, wide = false, children }: SectionProps) {
  return (
    <section className="surface settings-section" aria-label={title}>
      <div>
        <Title order={2}>{title}</Title>
        {about && (
          <Text size="sm" c="dimmed" mt={4} component="div">
            {about}
          </Text>
        )}
      </div>
      <Stack gap="sm" maw={wide ? undefined : 440} align="stretch" style={{ minWidth: 0 }}>
        {children}
      </Stack>
    </section>
  );
}
