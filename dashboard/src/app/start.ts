import "@fontsource-variable/inter/wght.css";
// In a layer, so that they yield to the dashboard's own. Those of components come with them (vite.config.ts).
import "@mantine/core/styles/baseline.layer.css";
import "@mantine/core/styles/default-css-variables.layer.css";
import "@mantine/core/styles/global.layer.css";
import "./styles.css";
import { askFirst, firstReads } from "../api/first-reads.ts";
import { loadShell } from "./load-shell.ts";
import { movedPages, openPages, ownPages } from "./pages.ts";

/** Requests the first page's data and modules immediately, in parallel with the rest of the program. */
function start(path: string): void {
  askFirst("/session");
  for (const read of firstReads[path as keyof typeof firstReads]?.() ?? []) askFirst(read);
  // A separate import, so that React and the rest of the program start in two tasks.
  void import("react-dom/client");
  void import("./main.tsx").then(({ main }) => main());
  void openPages[path as keyof typeof openPages]?.load();
  const own = ownPages[path as keyof typeof ownPages];
  if (!own) return;
  void loadShell();
  void own.load();
}

start(movedPages[window.location.pathname]?.split("?")[0] ?? window.location.pathname);
