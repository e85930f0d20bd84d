import { Alert, Container, Paper, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { IconAlertCircle } from "../ui/icons.tsx";
import { usePageTitle } from "../ui/page.tsx";

interface AuthCardProps {
  title: string;
  about?: ReactNode;
  error?: Error | null;
  children: ReactNode;
  below?: ReactNode;
}

/** The narrow form shared by sign-up, sign-in and password reset. */
export function AuthCard({ title, about, error = null, children, below }: AuthCardProps) {
  usePageTitle(title);
  return (
    <Container size={440} py={{ base: "lg", sm: 56 }}>
      <Stack gap={4} mb="lg" align="center">
        <Title order={1} ta="center">
          {title}
        </Title>
        {about && (
          <Text c="dimmed" ta="center">
            {about}
          </Text>
        )}
      </Stack>
      <Paper className="surface" p={{ base: "md", sm: "xl" }}>
        <Stack gap="md">
          {error && (
            <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />}>
              {error.message}
            </Alert>
          )}
          {children}
        </Stack>
      </Paper>
      {below && (
        <Text ta="center" mt="lg" size="sm">
          {below}
        </Text>
      )}
    </Container>
  );
}
