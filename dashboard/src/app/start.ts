import "@fontsource-variable/inter/wght.css";
import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "./styles.css";
import { askFirst, firstReads } from "../api/first-reads.ts";
import { frames, openPages, ownPages } from "./pages.ts";

/** The first page's data and parts are asked for at once, beside the rest of the program and not after it. */
function start(path: string): void {
  askFirst("/session");
  for (const read of firstReads[path as keyof typeof firstReads]?.() ?? []) askFirst(read);
  // By itself, so that React and the rest of the program are started in two tasks.
  void import("react-dom/client");
  void import("./main.tsx").then(({ main }) => main());
  void openPages[path as keyof typeof openPages]?.();
  const own = ownPages[path as keyof typeof ownPages];
  if (!own) return;
  void frames.shell();
  void own();
}

start(window.location.pathname);
