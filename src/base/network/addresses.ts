import { BlockList, isIP, SocketAddress } from "node:net";

/** IP addresses and networks. Ranges are written as `192.0.2.0/24`. */

/** Reads an address or a range from user input as `address/bits`; null for anything else. */
export function readNetwork(text: string): string | null {
  const [address = "", bits, ...more] = text.split("/");
  const max = isIP(address) === 4 ? 32 : 128;
  const width = bits === undefined ? max : Number(bits);
  if (isIP(address) === 0 || more.length > 0 || !/^\d{1,3}$/.test(bits ?? "0") || width > max) return null;
  return `${address.toLowerCase()}/${width}`;
}

const familyOf = (address: string) => (isIP(address) === 4 ? "ipv4" : "ipv6");

function listOf(networks: string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    list.addSubnet(address, Number(bits), familyOf(address));
  }
  return list;
}

const withoutZone = (address: string): string => address.split("%", 1)[0] ?? "";

/** Reads IPv4 inside IPv6 (`::ffff:192.0.2.1`) as the IPv4 address. */
const isIn = (list: BlockList, address: string): boolean => {
  const bare = withoutZone(address);
  return isIP(bare) !== 0 && list.check(bare, familyOf(bare));
};

export const isInNetworks = (networks: string[], address: string): boolean => isIn(listOf(networks), address);

/**
 * The network that attempts from an address are counted for. Anyone with one IPv6 address has all 2^64 of its /64, so they
 * count as one.
 */
export function addressNetwork(address: string): string {
  const bare = withoutZone(address);
  if (isIP(bare) !== 6) return bare;
  // In RFC 5952 form.
  const plain = new SocketAddress({ address: bare, family: "ipv6" }).address;
  if (plain.startsWith("::ffff:") && plain.includes(".")) return plain.slice("::ffff:".length);
  const [head = [], tail = []] = plain.split("::").map((part) => (part === "" ? [] : part.split(":")));
  const zeros = Array<string>(8 - head.length - tail.length).fill("0");
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(":")}::/64`;
}

/** Whether a name in HOST or in a Host header means only this machine. */
export const isLoopbackHost = (host: string): boolean =>
  ["127.0.0.1", "localhost", "::1", "[::1]"].includes(host.toLowerCase());

const loopback = listOf(["127.0.0.0/8", "::1/128"]);

/** Whether a peer's address is this machine. */
export const isLoopbackAddress = (address: string): boolean => isIn(loopback, address);

/**
 * Addresses that are not on the public internet: private, loopback, link-local (where clouds serve their secrets),
 * carrier-grade NAT, documentation, multicast, reserved. From the IANA special-purpose registries.
 */
const special = listOf([
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/3",
  // Within 2000::/3, the only allocated part of IPv6: ranges that embed an IPv4 address, and reserved ones.
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "2620:4f:8000::/48",
  "3fff::/20",
]);
const globalUnicast = listOf(["2000::/3"]);

/**
 * Whether an address is on the public internet. Doubtful ones are not, such as IPv4 inside IPv6 (::ffff:0:0/96,
 * 64:ff9b::/96).
 */
export const isPublicAddress = (address: string): boolean =>
  (isIP(address) === 4 || isIn(globalUnicast, address)) && !isIn(special, address);
