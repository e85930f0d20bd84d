import { ownerId } from "../store/practice-id.ts";

/** A page of the dashboard as a link names it that leaves the service: of this account, whichever the reader has open. */
export function accountPage(path: string, accountId: string): string {
  const url = new URL(path, "http://dashboard.invalid");
  url.searchParams.set("account", ownerId(accountId));
  return url.pathname + url.search;
}
