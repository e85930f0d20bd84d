import type { CachePreference } from "../../service/operation-call.ts";

/** What the `cache-control` of a request demands of a cached response (RFC 9111, 5.2.1); unknown directives are ignored. */
export function readCachePreference(header: string | undefined): CachePreference | undefined {
  if (header === undefined) return undefined;
  const directives = new Map(
    header.split(",").map((part): [string, string] => {
      const [name = "", value = ""] = part.split("=", 2);
      return [name.trim().toLowerCase(), value.trim().replaceAll('"', "")];
    }),
  );
  const maxAge = directives.get("max-age");
  const anew = directives.has("no-cache") || directives.has("no-store");
  return { maxAge: anew ? 0 : seconds(maxAge), store: !directives.has("no-store") };
}

/** By default any age is accepted; an unreadable number counts as 0, the safe choice. */
function seconds(maxAge: string | undefined): number {
  if (maxAge === undefined) return Number.POSITIVE_INFINITY;
  return /^\d+$/.test(maxAge) ? Number(maxAge) : 0;
}
