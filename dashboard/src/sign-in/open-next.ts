import type { AnyRouter } from "@tanstack/react-router";
import { isOfThisAccount } from "../api/acting-account.ts";
import { safePath } from "./safe-path.ts";

/** Whether a path is a page of the app. Others, such as `/docs`, are documents of the service. */
export function isPage(router: AnyRouter, path: string): boolean {
  const [, , found] = router.getMatchedRoutes(new URL(path, window.location.origin).pathname);
  return found !== undefined && found.fullPath !== "/";
}

/** Opens the page that somebody wanted before they signed in. */
export function openNext(router: AnyRouter, next: string | undefined): void {
  const path = safePath(next);
  if (isPage(router, path) && isOfThisAccount(path)) router.history.push(path);
  else window.location.assign(path);
}

const KEY = "winnow.next";

/** Keeps the page to open after a visit to the provider. It never passes through the provider. */
export const rememberNext = (next: string | undefined): void => sessionStorage.setItem(KEY, next ?? "");

export function takeNext(): string | undefined {
  const next = sessionStorage.getItem(KEY) ?? "";
  sessionStorage.removeItem(KEY);
  return next === "" ? undefined : next;
}
