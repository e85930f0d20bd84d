import { viewerZone } from "../ui/viewer-zone.ts";

/** Where the service answers what the dashboard reads. */
export const addressOf = (path: string): string => (path === "/status.json" ? path : `/dashboard-api${path}`);

export const usagePath = (days: number): string =>
  `/usage?${new URLSearchParams({ days: String(days), zone: viewerZone() })}`;

export const lastRequestsPath = "/requests?limit=6";

/** What a page reads before it is shown, besides the session. */
export const firstReads = {
  "/": () => ["/catalogue"],
  "/status": () => ["/status.json"],
  "/overview": () => ["/keys", usagePath(30), lastRequestsPath, "/status.json"],
  "/playground": () => ["/catalogue", "/saved-calls"],
};

const asked = new Map<string, Promise<Response | undefined>>();

/** Asks while the program still loads. */
export function askFirst(path: string): void {
  const answer = fetch(addressOf(path), { headers: { accept: "application/json" } });
  asked.set(
    path,
    answer.catch(() => undefined),
  );
}

/** The answer that was asked for so early; it is used once. */
export function takeFirst(path: string): Promise<Response | undefined> | undefined {
  const answer = asked.get(path);
  asked.delete(path);
  return answer;
}
