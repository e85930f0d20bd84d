import { useEffect } from "react";

const shown = Promise.withResolvers<void>();

/** Resolves once a page is shown and its event handlers are attached. */
export const pageShown: Promise<void> = shown.promise;

export function usePageTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Winnow`;
    shown.resolve();
  }, [title]);
}
