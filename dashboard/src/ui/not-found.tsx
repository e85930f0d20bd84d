import { Button, Container, Group } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Empty } from "./empty.tsx";
import { IconCompassOff } from "./icons.tsx";
import { Logo } from "./logo.tsx";
import { usePageTitle } from "./page.tsx";

export function NotFound() {
  usePageTitle("Not found");
  return (
    <>
      <header>
        <Container size="lg" py="md">
          <Link to="/" aria-label="Winnow: start page" style={{ textDecoration: "none" }}>
            <Logo />
          </Link>
        </Container>
      </header>
      <Container size="sm" py={64} component="main">
        <Empty icon={IconCompassOff} order={1} title="Page not found">
          The address may be wrong, or the item was deleted.
          <Group mt="md" gap="xs" justify="center">
            <Button component={Link} to="/" variant="light">
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
