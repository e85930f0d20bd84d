import { BlockList, isIP } from "node:net";
import { limits } from "../limits/limits.ts";

/** Address ranges as somebody typed them, in one form: `192.0.2.0/24`, or one address. Throws what is none. */
export function readNetworks(ranges: string[]): string[] {
  const { most } = limits.keyNetworks;
  if (ranges.length > most) throw new RangeError(`A key has at most ${most} networks.`);
  return [...new Set(ranges.map((range) => readNetwork(range.trim())))];
}

function readNetwork(range: string): string {
  const [address = "", bits, ...more] = range.split("/");
  const family = isIP(address);
  const most = family === 4 ? 32 : 128;
  const width = bits === undefined ? most : Number(bits);
  if (family === 0 || more.length > 0 || !/^\d{1,3}$/.test(bits ?? "0") || width > most) {
    throw new RangeError(`${range} is no network: write 192.0.2.0/24, 2001:db8::/32 or one address.`);
  }
  return `${address.toLowerCase()}/${width}`;
}

/** Whether an address is in one of the ranges. */
export function isInNetworks(networks: string[], address: string): boolean {
  const bare = address.split("%")[0]!.replace(/^::ffff:(?=\d+\.)/i, "");
  const family = isIP(bare);
  if (family === 0) return false;
  const list = new BlockList();
  for (const network of networks) {
    const [base, bits] = network.split("/") as [string, string];
    list.addSubnet(base, Number(bits), isIP(base) === 4 ? "ipv4" : "ipv6");
  }
  return list.check(bare, family === 4 ? "ipv4" : "ipv6");
}
