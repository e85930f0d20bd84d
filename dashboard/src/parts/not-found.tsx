import { Button, Container } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { IconCompassOff } from "../icons.tsx";
import { Empty } from "./empty.tsx";
import { usePageTitle } from "./page.tsx";

export function NotFound() {
  usePageTitle("Not found");
  return (
    <Container size="sm" py={64} component="main">
      <Empty icon={IconCompassOff} title="There is no such page">
        <Button component={Link} to="/" variant="light" mt="sm">
          To the start
        </Button>
      </Empty>
    </Container>
  );
}
