import { Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

interface SectionProps {
  title: string;
  about?: ReactNode;
  /** For what needs all the room there is. */
  wide?: boolean;
  children: ReactNode;
}

/** One part of the account page: what it is about to the left, what can be done to the right. */
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
