import { readNetwork } from "../base/network/addresses.ts";
import { limits } from "../limits/limits.ts";

/** The networks a key may be used from, read from user input and deduplicated. */
export function readNetworks(ranges: string[]): string[] {
  const { max } = limits.keyNetworks;
  if (ranges.length > max) throw new RangeError(`A key has at most ${max} networks.`);
  const networks = ranges.map((range) => {
    const network = readNetwork(range.trim());
    if (network) return network;
    throw new RangeError(`${range} is not a network: write 192.0.2.0/24, 2001:db8::/32 or one address.`);
  });
  return [...new Set(networks)];
}
