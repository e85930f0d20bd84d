import { Button, Container, Group } from "@mantine/core";
import { Empty } from "./empty.tsx";
import { Logo } from "./logo.tsx";
import { usePageTitle } from "./page-title.ts";

export function NotFound() {
  usePageTitle("Not found");
  return (
    <>
      <header>
        <Container size="lg" py="md">
          <a href="/" aria-label="Winnow: start page" style={{ textDecoration: "none" }}>
            <Logo />
          </a>
        </Container>
      </header>
      <Container size="sm" py={64} component="main">
        <Empty icon="compass-off" order={1} title="Page not found">
          The address may be wrong, or the item was deleted.
          <Group mt="md" gap="xs" justify="center">
            <Button component="a" href="/" variant="light">
              Go to the home page
            </Button>
            <Button component="a" href="/docs" variant="default">
              API reference
            </Button>
          </Group>
        </Empty>
      </Container>
    </>
  );
}
