import "@fontsource-variable/inter/wght.css";
import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "./styles.css";
import { createRoot, hydrateRoot } from "react-dom/client";
import { queryClient, takeAnswers } from "../api/queries.ts";
import { pageShown } from "../ui/page-shown.ts";
import { App } from "./app.tsx";
import { newRouter, preloadPage } from "./router.tsx";

/** Starts the program: on a page that the service has rendered it takes that page over as it is. */
export async function startProgram(rendered: string | undefined, answers: Record<string, unknown>): Promise<void> {
  takeAnswers(queryClient, answers);
  const router = newRouter(queryClient);
  preloadPage(router, window.location.pathname);
  // What the document shows stays until there is a page to put in its place.
  await router.load().catch(() => {});
  const root = document.getElementById("root")!;
  const app = <App queryClient={queryClient} router={router} />;
  if (rendered === router.state.location.pathname) {
    router.ssr = { manifest: undefined };
    hydrateRoot(root, app);
  } else {
    createRoot(root).render(app);
  }
  await pageShown;
  // The letters of Chinese and Arabic records, after the first page is there: the browser takes the files it needs.
  requestIdleCallback(() => void import("./more-fonts.ts"));
}
