import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { lazy, StrictMode, Suspense } from "react";
import { queryClient } from "../api/queries.ts";
import { pageShown } from "../ui/page-shown.ts";
import { ConnectionBanner } from "./connection-banner.tsx";
import type { newRouter } from "./router.tsx";
import { cssVariables, theme } from "./theme.ts";

/** Loads after the first page. Notifications sent earlier are queued until then. */
const Notifications = lazy(async () => {
  await pageShown;
  return { default: (await import("@mantine/notifications")).Notifications };
});

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
        <Suspense>
          <Notifications position="bottom-right" />
        </Suspense>
        <ConnectionBanner />
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>
  );
}
