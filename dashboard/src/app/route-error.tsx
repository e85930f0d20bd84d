import { Button, Container } from "@mantine/core";
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { Empty } from "../ui/empty.tsx";
import { IconAlertTriangle } from "../ui/icons.tsx";

export function RouteError({ error }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <Container size="sm" py={64} component="main">
      <Empty icon={IconAlertTriangle} title="This page could not be shown">
        {error instanceof Error ? error.message : String(error)}
        <br />
        <Button variant="light" mt="sm" onClick={() => router.invalidate()}>
          Try again
        </Button>
      </Empty>
    </Container>
  );
}
