import { WinnowError } from "../../contract/errors.ts";

/** `Prefer: respond-async, wait=N, partial=keep` (RFC 7240). */
export interface RespondAsync {
  /** Seconds the caller is willing to wait before polling; 0 by default. */
  wait: number;
  /** Whether a job that reaches its deadline keeps its records. */
  keepPartial: boolean;
}

/** Proxies and clients give up on a connection that is silent for longer. */
const LONGEST_WAIT = 300;

/** Null if the response is wanted on this connection. An unknown preference is not an error, by the RFC. */
export function respondAsync(header: string | string[] | undefined): RespondAsync | null {
  const preferences = [header ?? []].flat().flatMap((line) => line.split(","));
  const named = new Map(
    preferences.map((preference) => {
      const [name = "", value = ""] = preference.replace(/;.*/s, "").split("=");
      return [name.trim().toLowerCase(), value.trim().replace(/^"(.*)"$/, "$1")];
    }),
  );
  if (!named.has("respond-async")) return null;
  const wait = named.get("wait") ?? "0";
  if (!/^\d{1,9}$/.test(wait))
    throw new WinnowError("bad_request", "Header prefer: wait must be whole seconds, such as wait=10.");
  const partial = named.get("partial");
  if (partial !== undefined && partial !== "keep")
    throw new WinnowError("bad_request", "Header prefer: partial must be keep, as in partial=keep.");
  return { wait: Math.min(Number(wait), LONGEST_WAIT), keepPartial: partial === "keep" };
}
