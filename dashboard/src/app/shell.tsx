import {
  Alert,
  AppShell,
  Avatar,
  Box,
  Burger,
  Button,
  Group,
  NavLink,
  Switch,
  Text,
  UnstyledButton,
} from "@mantine/core";
import { useDisclosure, useHotkeys } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { Link, Outlet, useRouterState } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import type { Me, SessionAnswer } from "../../../src/endpoints/dashboard/types.ts";
import { usePasswordQuestion } from "../api/ask-password.ts";
import { api } from "../api/call.ts";
import { lazyPart } from "../api/connection.ts";
import { queries } from "../api/queries.ts";
import { showTestData, useTestData } from "../api/test-data.ts";
import { useChange } from "../api/use-change.ts";
import { useNewKey } from "../keys/new-key.ts";
import { WhereLinkIs, whyConfirm } from "../parts/confirm-address.tsx";
import { ColorSchemeButton } from "../ui/color-scheme-button.tsx";
import { formatNumber } from "../ui/format.ts";
import { Icon, type IconName } from "../ui/icons.tsx";
import { Logo } from "../ui/logo.tsx";
import { TextLink } from "../ui/text.tsx";
import { type PagePath, pageLabel } from "./pages.ts";

type PageLink = [to: PagePath, icon: IconName];

const menu: PageLink[] = [
  ["/overview", "home"],
  ["/playground", "flask"],
  ["/requests", "history"],
  ["/usage", "chart-bar"],
  ["/keys", "key"],
  ["/points", "coins"],
];
const recalls: PageLink = ["/recalled", "repeat"];

/** Pages about work that runs without a browser. */
const automationMenu: PageLink[] = [
  ["/automation/runs", "file-stack"],
  ["/automation/schedules", "calendar-repeat"],
  ["/automation/deliveries", "webhook"],
];

const adminMenu: PageLink[] = [
  ["/admin/people", "users"],
  ["/admin/keys", "key"],
  ["/admin/requests", "list-search"],
  ["/admin/sources", "plug-connected"],
  ["/admin/incidents", "alert-triangle"],
  ["/admin/audit", "clipboard-list"],
];

const groupTitle = (title: string) => (
  <Text key={title} size="xs" fw={600} c="dimmed" mt="sm" mb={2} px="sm">
    {title}
  </Text>
);

export function Shell() {
  const [opened, { toggle, close }] = useDisclosure();
  const { data } = useQuery(queries.session);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const me = data?.me;
  const fresh = useNewKey();
  const testData = useTestData();
  const { data: found } = useQuery({ ...queries.at("/recalls?limit=1"), staleTime: 600_000 });
  const recalled = found !== undefined && found.rows.length > 0;
  const at = /^\/automation\/(jobs|batches)/.test(path) ? "/automation/runs" : path.replace("webhooks", "deliveries");
  const isOpen = (to: string) => at === to || at.startsWith(`${to}/`);
  const link = ([to, icon]: PageLink) => (
    <NavLink
      key={to}
      className="nav-link"
      component={Link}
      to={to}
      label={pageLabel(to)}
      active={isOpen(to)}
      aria-current={isOpen(to) ? "page" : undefined}
      leftSection={<Icon name={icon} size={18} stroke={1.7} />}
      onClick={close}
    />
  );
  const testSwitch = (
    <Switch
      size="xs"
      m="xs"
      label="Test"
      aria-label="Test mode"
      checked={testData}
      onChange={({ currentTarget }) => showTestData(currentTarget.checked)}
    />
  );
  return (
    <AppShell
      header={{ height: 60 }}
      navbar={{ width: 236, breakpoint: "sm", collapsed: { mobile: !opened } }}
      padding={{ base: "md", md: "xl" }}
    >
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <AppShell.Header className="shell-bar">
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap" miw={0}>
            <Burger
              opened={opened}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label="Pages"
              aria-expanded={opened}
            />
            <Link to="/overview" aria-label="Winnow: overview" style={{ textDecoration: "none" }}>
              <Logo />
            </Link>
            {me?.account.name && (
              <Text fw={600} size="sm" truncate maw={160} visibleFrom="sm">
                {me.account.name}
              </Text>
            )}
          </Group>
          <Group gap="xs" wrap="nowrap">
            {me && !testData && (
              <TextLink to="/points" c="dimmed" aria-label={`${formatNumber(me.points)} points`}>
                <Text span fw={600} size="sm" c="var(--mantine-color-text)">
                  {formatNumber(me.points)}
                </Text>
                <Text span size="sm" visibleFrom="xs">
                  {" "}
                  points
                </Text>
              </TextLink>
            )}
            <Box visibleFrom="sm">{testSwitch}</Box>
            <PaletteButton />
            <ColorSchemeButton />
            {me && <Account me={me} />}
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar className="shell-bar" p="sm" aria-label="Pages">
        <AppShell.Section grow style={{ overflowY: "auto" }}>
          {me?.account.name && (
            <Text fw={600} px="sm" pb="xs" truncate hiddenFrom="sm">
              {me.account.name}
            </Text>
          )}
          {menu.map(link)}
          <Box hiddenFrom="sm">{testSwitch}</Box>
          {recalled && link(recalls)}
          {groupTitle("Automation")}
          {automationMenu.map(link)}
          {me?.role === "admin" && [groupTitle("Admin"), ...adminMenu.map(link)]}
        </AppShell.Section>
        <AppShell.Section>
          <NavLink
            className="nav-link"
            component="a"
            href="/docs"
            label="API reference"
            leftSection={<Icon name="book" size={18} stroke={1.7} />}
          />
          {link(["/mcp-setup", "robot"])}
          {link(["/status", "activity"])}
        </AppShell.Section>
      </AppShell.Navbar>
      <PasswordAgain />
      <AppShell.Main id="content" tabIndex={-1}>
        {testData && <TestBar />}
        {me && !me.email_verified && <VerifyBanner session={data} me={me} />}
        {fresh && (
          <Suspense>
            <Box mb="lg" maw={1240} mx="auto">
              <NewKeyCard />
            </Box>
          </Suspense>
        )}
        <Outlet />
      </AppShell.Main>
    </AppShell>
  );
}

/** Says on every page that it shows test calls, and what is left for them. */
function TestBar() {
  const { data } = useQuery(queries.usage(1));
  return (
    <Alert color="violet" role="status" py="xs" mb="lg" maw={1240} mx="auto">
      Test mode: calls of test keys, which read stand-ins.
      {data && ` ${formatNumber(data.points)} practice points left.`}
    </Alert>
  );
}

/** The card of a new key. It is needed once per key, so it loads with the first one. */
const NewKeyCard = lazyPart(async () => ({ default: (await import("../keys/new-key-card.tsx")).NewKeyCard }));

const AccountMenu = lazyPart(() => import("./account-menu.tsx"));

/** The person's menu. It loads when somebody opens it: what places it on the page is a tenth of the program. */
function Account({ me }: { me: Me }) {
  const [isWanted, want] = useState(false);
  const button = (
    <UnstyledButton aria-label="Your menu" aria-haspopup="menu" onClick={() => want(true)}>
      <Avatar radius="xl" size={34} color="husk" variant="filled">
        {me.name.slice(0, 1).toUpperCase()}
      </Avatar>
    </UnstyledButton>
  );
  return isWanted ? (
    <Suspense fallback={button}>
      <AccountMenu me={me} button={button} />
    </Suspense>
  ) : (
    button
  );
}

const CommandPalette = lazyPart(() => import("./command-palette.tsx"));

/** Ctrl+K, also while the user types in a field, or the button opens the palette. */
function PaletteButton() {
  const [opened, { open, close }] = useDisclosure();
  useHotkeys([["mod+K", open]], [], true);
  return (
    <>
      <UnstyledButton className="palette-button" aria-label="Go to… Ctrl K" onClick={open}>
        <Icon name="search" />
        <span>Go to…</span>
        <kbd>Ctrl K</kbd>
      </UnstyledButton>
      <Suspense>{opened && <CommandPalette onClose={close} />}</Suspense>
    </>
  );
}

function VerifyBanner({ session, me }: { session: SessionAnswer; me: Me }) {
  const resend = useChange(() => api.post("/email/resend"), { done: "Mail sent." });
  return (
    <Group className="surface" justify="space-between" gap="sm" p="sm" px="md" mb="lg" maw={1240} mx="auto">
      <Text size="sm" flex="1 1 260px">
        <Text span fw={600} inherit>
          {whyConfirm(me)}.
        </Text>{" "}
        <WhereLinkIs session={session} />
      </Text>
      <Button size="xs" variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
        Send again
      </Button>
    </Group>
  );
}

const PasswordDialog = lazyPart(() => import("../sign-in/password-dialog.tsx"));

/** The password dialog for calls that need a recent sign-in. */
function PasswordAgain() {
  const answer = usePasswordQuestion();
  return <Suspense>{answer && <PasswordDialog onEnd={answer} />}</Suspense>;
}
