import { viewerZone } from "../ui/format.ts";
import { accountHeader, actingAccount } from "./acting-account.ts";

/** The URL that serves a path of the dashboard's API. */
export const apiPath = (path: string): string => (path === "/status.json" ? path : `/dashboard-api${path}`);

/** The URL of a file or a stream, which the browser requests itself and without headers, for the account of this tab. */
export function linkPath(path: string): string {
  const account = actingAccount();
  if (account === null) return apiPath(path);
  return `${apiPath(path)}${path.includes("?") ? "&" : "?"}x-account=${encodeURIComponent(account)}`;
}

export const usagePath = <const P extends string = "/usage">(days: number, path = "/usage" as P) =>
  `${path}?${new URLSearchParams({ days: String(days), zone: viewerZone() }).toString()}` as const;

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
  const answer = fetch(apiPath(path), { headers: { accept: "application/json", ...accountHeader() } });
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
