import { isLoopbackHost, readNetwork } from "./addresses.ts";

/** Fastify's names for address ranges. */
const ranges = ["loopback", "linklocal", "uniquelocal"];

/**
 * TRUST_PROXY as Fastify takes it. Rejects anything but addresses: a wrong entry would let callers choose their own
 * address.
 */
export function readTrustedProxies(text: string): string {
  const entries = text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
  for (const entry of entries) {
    if (ranges.includes(entry)) continue;
    // A network of zero bits would trust everybody.
    if (!readNetwork(entry) || /\/0+$/.test(entry)) {
      throw new Error(
        `${JSON.stringify(entry)} is not an address: name those of your load balancers, such as 10.0.0.5 or 10.0.0.0/8, between commas (or ${ranges.join(", ")})`,
      );
    }
  }
  return entries.join(",");
}

/** A peer that sends forwarding headers but is not in TRUST_PROXY. */
export interface UntrustedProxy {
  peer: string;
  header: string;
}

export const NAME_THE_PROXY =
  "Name your proxy's address in TRUST_PROXY and have it set X-Forwarded-For. Until then all callers count as one address: 30 wrong passwords from any of them stop new sign-ins for all.";

/** Whether the settings imply a proxy in front, but none is named. */
export function lacksTrustedProxy(config: { host: string; publicUrl: string; trustProxy: string }): boolean {
  if (config.trustProxy !== "" || !URL.canParse(config.publicUrl)) return false;
  const { protocol, hostname } = new URL(config.publicUrl);
  // The service has no TLS of its own; and if it listens only on this machine, others reach it through a proxy.
  return protocol === "https:" || (isLoopbackHost(config.host) && !isLoopbackHost(hostname));
}
