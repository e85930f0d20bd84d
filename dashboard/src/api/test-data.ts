import { useSyncExternalStore } from "react";
import { refreshAll } from "./queries.ts";

/** Whether pages about calls show those of test keys. A cookie, so that downloads and streams follow it too. */
const isOn = (): boolean => /(?:^|; )winnow_mode=test(?:;|$)/.test(document.cookie);

const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useTestData = (): boolean => useSyncExternalStore(subscribe, isOn, () => false);

export function showTestData(on: boolean): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
  document.cookie = `winnow_mode=${on ? "test" : "live"}; path=/; samesite=strict; max-age=${on ? 86_400 : 0}`;
  for (const listener of listeners) listener();
  void refreshAll();
}
