import { isIPv4 } from "node:net";

/**
 * Whether an origin that the operator configured is meant to be internal: an address, `localhost`, a single-label name (as
 * containers have), or a name from the operator's list. Any other name is a site on the internet; if it resolves to an
 * internal address, something is wrong.
 */
export function namedAsPrivate(origin: string, privateHosts: readonly string[]): boolean {
  const hostname = new URL(origin).hostname.replace(/\.$/, "");
  return (
    isIPv4(hostname) ||
    // A single label, or an IPv6 address, which has no dot.
    !hostname.includes(".") ||
    hostname.endsWith(".localhost") ||
    privateHosts.includes(hostname)
  );
}
