import { isReachable, setTrouble } from "../api/connection.ts";

const HEARTBEAT_MS = 10_000;

/** Opens an address outside the web app once the service has answered: the browser's error page has no way back. */
export async function leaveFor(address: string): Promise<void> {
  if (await isReachable()) window.location.assign(address);
}

/** Follows links that the router does not handle, such as the API reference. */
function followLink(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  if (!link || !isPlain || event.defaultPrevented || link.target || link.hasAttribute("download")) return;
  if (link.origin !== window.location.origin || link.getAttribute("href")?.startsWith("#")) return;
  event.preventDefault();
  void leaveFor(link.href);
}

/** Watches the connection for as long as the page is open. */
export function watchConnection(): void {
  setTrouble("offline", !navigator.onLine);
  addEventListener("offline", () => setTrouble("offline", true));
  addEventListener("online", () => {
    setTrouble("offline", false);
    void isReachable();
  });
  addEventListener("click", followLink);
  void isReachable();
  setInterval(() => document.visibilityState === "visible" && isReachable(), HEARTBEAT_MS);
}
