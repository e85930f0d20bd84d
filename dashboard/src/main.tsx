import "@fontsource-variable/inter/wght.css";
import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "./styles.css";
import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { queryClient } from "./api/queries.ts";
import { preloadPage, router } from "./router.tsx";
import { cssVariables, theme } from "./theme.ts";

preloadPage(window.location.pathname);

const colorSchemeManager = localStorageColorSchemeManager({ key: "winnow-color-scheme" });

const mount = () =>
  createRoot(document.getElementById("root")!).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        colorSchemeManager={colorSchemeManager}
      >
        <Notifications position="top-right" />
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );

// What the document shows stays until there is a page to put in its place.
void router.load().then(mount, mount);

// The letters of Chinese and Arabic records, after the first page is there: the browser takes the files it needs.
requestIdleCallback(() => void import("./more-fonts.ts"));
