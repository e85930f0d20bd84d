import { startTransition } from "react";
import { createRoot } from "react-dom/client";
import { keepOutboxToken } from "../api/outbox-token.ts";
import { pageShown } from "../ui/page-shown.ts";
import { App } from "./app.tsx";
import { newRouter } from "./router.tsx";

export async function main(): Promise<void> {
  // Before the router reads the address.
  keepOutboxToken();
  const router = newRouter();
  // What the document shows stays until there is a page to put in its place.
  await router.load().catch(() => {});
  const root = createRoot(document.getElementById("root")!);
  // A transition is rendered in short tasks: what somebody presses meanwhile does not wait for the whole page.
  startTransition(() => root.render(<App router={router} />));
  await pageShown;
  // The letters of Chinese and Arabic records, after the first page is there: the browser takes the files it needs.
  requestIdleCallback(() => void import("./more-fonts.ts"));
}
