import { viewerZone } from "../ui/viewer-zone.ts";

/** The URL that serves a path of the dashboard's API. */
export const apiPath = (path: string): string => (path === "/status.json" ? path : `/dashboard-api${path}`);

export const usagePath = (days: number): string =>
  `/usage?${new URLSearchParams({ days: String(days), zone: viewerZone() })}`;

export const lastRequestsPath = "/requests?limit=6";
export const schedulesPath = "/schedules?limit=100";
export const webhooksPath = "/webhooks";

/** Paths that each page reads before it is shown, besides the session. */
export const firstReads = {
  "/status": () => ["/status.json"],
  "/overview": () => ["/keys", usagePath(30), lastRequestsPath, "/status.json", schedulesPath, webhooksPath],
  "/playground": () => ["/catalogue", "/saved-calls"],
};

const pending = new Map<string, Promise<Response | undefined>>();

/** Sends a request while the program is still loading. */
export function askFirst(path: string): void {
  const answer = fetch(apiPath(path), { headers: { accept: "application/json" } });
  pending.set(
    path,
    answer.catch(() => undefined),
  );
}

/** The response to an early request. Each is used once. */
export function takeFirst(path: string): Promise<Response | undefined> | undefined {
  const answer = pending.get(path);
  pending.delete(path);
  return answer;
}
