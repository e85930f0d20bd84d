import { startTransition } from "react";
import { createRoot } from "react-dom/client";
import { whenReachable } from "../api/connection.ts";
import { pageShown } from "../ui/page-title.ts";
import { App } from "./app.tsx";
import { newRouter } from "./router.tsx";
import { watchConnection } from "./watch-connection.ts";

export async function main(): Promise<void> {
  const router = newRouter();
  // The static document stays visible until a page can replace it.
  await router.load().catch(() => {});
  const root = createRoot(document.getElementById("root")!);
  // A transition renders in short tasks, so input is handled before the whole page is done.
  startTransition(() => root.render(<App router={router} />));
  await pageShown;
  watchConnection();
  // Loads fonts for Chinese and Arabic records after the first page. The browser fetches only the files it needs.
  requestIdleCallback(() => void whenReachable(() => import("./more-fonts.ts")));
}
