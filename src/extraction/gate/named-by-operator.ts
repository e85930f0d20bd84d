import { isIPv4 } from "node:net";

/**
 * Whether an origin that the operator gave is meant to be inside the network: an address, `localhost`, a name of
 * one word (as containers have), or a name from the operator's own list. Any other name is a site on the
 * internet, and if it resolves to an address inside, something is wrong.
 */
export function namedAsPrivate(origin: string, privateHosts: readonly string[]): boolean {
  const hostname = new URL(origin).hostname.replace(/\.$/, "");
  return (
    isIPv4(hostname) ||
    // One word, or an address of version 6, which has no point in it.
    !hostname.includes(".") ||
    hostname.endsWith(".localhost") ||
    privateHosts.includes(hostname)
  );
}
