import { Button, Container, Group, Stack, Text, ThemeIcon, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
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
        <Stack align="center" gap="sm" py={48} px="md" className="surface">
          <ThemeIcon size={52} radius="xl" variant="light">
            <IconCompassOff size={26} stroke={1.6} />
          </ThemeIcon>
          <Title order={1} ta="center">
            Page not found
          </Title>
          <Text c="dimmed" ta="center" maw={420}>
            The address may be wrong, or the item was deleted.
          </Text>
          <Group mt="sm" gap="xs" justify="center">
            <Button component={Link} to="/" variant="light">
              Go to the home page
            </Button>
            <Button component="a" href="/docs" variant="default">
              API reference
            </Button>
          </Group>
        </Stack>
      </Container>
    </>
  );
}
