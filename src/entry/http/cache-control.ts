import { limits } from "../../limits/limits.ts";
import type { CachePreference } from "../../service/operation-call.ts";

/**
 * What the `cache-control` of a request demands of a stored response (RFC 9111, 5.2.1, and RFC 5861, 4); unknown directives
 * are ignored.
 */
export function readCachePreference(header: string | undefined): CachePreference | undefined {
  if (header === undefined) return undefined;
  const directives = new Map(
    header.split(",").map((part): [string, string] => {
      const [name = "", value = ""] = part.split("=", 2);
      return [name.trim().toLowerCase(), value.trim().replaceAll('"', "")];
    }),
  );
  const onlyIfCached = directives.has("only-if-cached");
  const anew = directives.has("no-cache") || directives.has("no-store");
  const maxAge = anew ? 0 : seconds(directives.get("max-age"), Number.POSITIVE_INFINITY);
  // Live is the default: an own answer is given again only to those who say that they take one.
  const takesOwn = directives.has("max-age") || onlyIfCached;
  const staleIfError = seconds(directives.get("stale-if-error"), 0);
  return {
    maxAge,
    store: !directives.has("no-store"),
    ...(takesOwn && maxAge > 0 && { fresh: Math.min(maxAge, MAX_SECONDS) }),
    ...(staleIfError > 0 && { staleIfError: Math.min(staleIfError, MAX_SECONDS) }),
    ...(onlyIfCached && { onlyIfCached }),
  };
}

/** No answer is stored for longer. */
const MAX_SECONDS = limits.freshness.max;

/** An unreadable number counts as 0, the safe choice. */
function seconds(text: string | undefined, none: number): number {
  if (text === undefined) return none;
  return /^\d+$/.test(text) ? Number(text) : 0;
}
