import { Button, Code, Group, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { CopyTextButton } from "./buttons.tsx";

interface SecretCardProps {
  title: string;
  about: ReactNode;
  secret: string;
  onDone: () => void;
  /** How to use the secret. */
  children?: ReactNode;
}

/** A secret that is shown once. */
export function SecretCard({ title, about, secret, onDone, children }: SecretCardProps) {
  return (
    <section
      className="surface"
      style={{ padding: 20, borderColor: "var(--mantine-primary-color-filled)" }}
      aria-label={title}
    >
      <Stack gap="sm">
        <Title order={2}>{title}</Title>
        <Text c="dimmed" size="sm">
          {about}
        </Text>
        <Group gap="sm">
          <Code data-testid="api-key" style={{ fontSize: "0.95rem", padding: "8px 12px", overflowWrap: "anywhere" }}>
            {secret}
          </Code>
          <CopyTextButton label="Copy" value={secret} variant="light" />
        </Group>
        {children}
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            Done
          </Button>
        </Group>
      </Stack>
    </section>
  );
}
