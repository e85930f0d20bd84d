import type { PagePath } from "./pages.ts";

/** Keyboard shortcuts to pages: `g`, then this letter. */
export const goToShortcuts: Readonly<Record<string, PagePath>> = {
  o: "/overview",
  p: "/playground",
  r: "/requests",
  u: "/usage",
  k: "/keys",
  s: "/settings",
};
