import { Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

/** One part of the account page. */
export function Section({ title, about, children }: { title: string; about?: string; children: ReactNode }) {
  return (
    <section className="surface" style={{ padding: 20 }}>
      <Title order={2}>{title}</Title>
      {about && (
        <Text size="sm" c="dimmed" mt={4}>
          {about}
        </Text>
      )}
      <Stack gap="sm" mt="md" maw={420} align="stretch">
        {children}
      </Stack>
    </section>
  );
}
