import type { AnyRouter } from "@tanstack/react-router";
import { safePath } from "./safe-path.ts";

/** Whether a path is a page of the app. Others, such as `/docs`, are documents of the service. */
export function isPage(router: AnyRouter, path: string): boolean {
  const [, , found] = router.getMatchedRoutes(new URL(path, window.location.origin).pathname);
  return found !== undefined && found.fullPath !== "/";
}

/** Opens the page that somebody wanted before they signed in. */
export function openNext(router: AnyRouter, next: string | undefined, how: "push" | "replace" = "push"): void {
  const path = safePath(next);
  if (isPage(router, path)) router.history[how](path);
  else window.location[how === "push" ? "assign" : how](path);
}
