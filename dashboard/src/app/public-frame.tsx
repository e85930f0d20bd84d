import { Anchor, Button, Container, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, Outlet } from "@tanstack/react-router";
import { queries } from "../api/queries.ts";
import { ColorSchemeButton } from "../ui/color-scheme-button.tsx";
import { Logo } from "../ui/logo.tsx";
import { TextLink } from "../ui/text.tsx";

export function PublicFrame() {
  const { data } = useQuery(queries.session);
  return (
    <>
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <header>
        <Container size="lg" py="md">
          <Group justify="space-between" gap="xs">
            <a href="/" aria-label="Winnow: start page" style={{ textDecoration: "none" }}>
              <Logo />
            </a>
            <Group gap="sm" wrap="nowrap">
              <Anchor href="/docs" size="sm">
                API reference
              </Anchor>
              <TextLink to="/status">Status</TextLink>
              {data?.me && (
                <Button component={Link} to="/overview" variant="light" size="xs">
                  Dashboard
                </Button>
              )}
              <ColorSchemeButton />
            </Group>
          </Group>
        </Container>
      </header>
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
    </>
  );
}
