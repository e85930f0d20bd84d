import "@fontsource-variable/inter/wght.css";
import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "./styles.css";
import { createRoot } from "react-dom/client";
import { keepOutboxToken } from "../api/outbox-token.ts";
import { pageShown } from "../ui/page-shown.ts";
import { App } from "./app.tsx";
import { newRouter, preloadPage } from "./router.tsx";

async function start(): Promise<void> {
  // Before the router reads the address.
  keepOutboxToken();
  const router = newRouter();
  preloadPage(router, window.location.pathname);
  // What the document shows stays until there is a page to put in its place.
  await router.load().catch(() => {});
  createRoot(document.getElementById("root")!).render(<App router={router} />);
  await pageShown;
  // The letters of Chinese and Arabic records, after the first page is there: the browser takes the files it needs.
  requestIdleCallback(() => void import("./more-fonts.ts"));
}

void start();
