import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import { useNotifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode, Suspense, useRef } from "react";
import { lazyPart } from "../api/connection.ts";
import { queryClient } from "../api/queries.ts";
import { ConnectionBanner } from "./connection-banner.tsx";
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
