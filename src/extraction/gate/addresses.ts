import { BlockList, isIP } from "node:net";

/**
 * Addresses that are not out on the internet: private, loopback, link-local (where clouds keep their secrets),
 * carrier-grade NAT, documentation, multicast, reserved. From the IANA special-purpose registries.
 */
const special = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const) {
  special.addSubnet(network, prefix, "ipv4");
}

/** Inside 2000::/3, the only part of IPv6 that is given out: what carries an IPv4 address, and what is reserved. */
for (const [network, prefix] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["2620:4f:8000::", 48],
  ["3fff::", 20],
] as const) {
  special.addSubnet(network, prefix, "ipv6");
}
const givenOut = new BlockList();
givenOut.addSubnet("2000::", 3, "ipv6");

/** Whether an address is out on the internet. Anything that is not plainly so is not. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !special.check(address, "ipv4");
    case 6:
      // IPv4 inside IPv6 (::ffff:0:0/96, 64:ff9b::/96) is outside 2000::/3, and so never public here.
      return givenOut.check(address, "ipv6") && !special.check(address, "ipv6");
    default:
      return false;
  }
}
