import { Anchor, Loader, localStorageColorSchemeManager, MantineProvider, Text } from "@mantine/core";
import { useNotifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { type ReactNode, StrictMode, Suspense, useRef } from "react";
import { lazyPart, type Trouble, useTrouble } from "../api/connection.ts";
import { queryClient } from "../api/queries.ts";
import type { newRouter } from "./router.tsx";
import { cssVariables, theme } from "./theme.ts";

/** Loads with the first notification, which waits for it. */
const Notifications = lazyPart(() => import("./notifications.tsx"));

const colorSchemeManager = localStorageColorSchemeManager({ key: "winnow-color-scheme" });

export function App({ router }: { router: ReturnType<typeof newRouter> }) {
  return (
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        colorSchemeManager={colorSchemeManager}
      >
        <WhenNotified />
        <ConnectionBanner />
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>
  );
}

function WhenNotified() {
  const { notifications } = useNotifications();
  const notified = useRef(false);
  notified.current ||= notifications.length > 0;
  return <Suspense>{notified.current && <Notifications position="bottom-right" />}</Suspense>;
}

const signIn = () => `/sign-in?next=${encodeURIComponent(window.location.pathname + window.location.search)}`;

const words: Record<Trouble, () => ReactNode> = {
  offline: () => "You are offline. What is shown may be out of date.",
  unreachable: () => "Winnow cannot be reached. Trying again…",
  slow: () => "Winnow is slow to respond. Still waiting…",
  updated: () => (
    <>
      Winnow was updated. <Anchor href={window.location.href}>Reload</Anchor>
    </>
  ),
  "signed out": () => (
    <>
      Your session has ended. <Anchor href={signIn()}>Sign in again</Anchor>
    </>
  ),
  no_account: () => (
    <>
      You are no longer a member of the account in this tab.{" "}
      <Anchor href="/overview">Open your personal account</Anchor>
    </>
  ),
  single_sign_on: () => (
    <>
      Members of this account use single sign-on. <Anchor href={signIn()}>Sign in with it</Anchor>
    </>
  ),
};

/** What is wrong with the connection, on every page. The page stays as it is. */
function ConnectionBanner() {
  const trouble = useTrouble();
  return (
    <div aria-live="polite" className="connection">
      {trouble && (
        <div className="surface connection-banner" data-trouble={trouble}>
          {(trouble === "unreachable" || trouble === "slow") && <Loader size="xs" aria-hidden />}
          <Text size="sm" fw={500}>
            {words[trouble]()}
          </Text>
        </div>
      )}
    </div>
  );
}
