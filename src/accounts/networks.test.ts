import { expect, test } from "vitest";
import { isInNetworks, readNetworks } from "./networks.ts";

test("ranges are read in one form, each once", () => {
  expect(readNetworks([" 192.0.2.0/24", "198.51.100.7", "2001:DB8::/32", "198.51.100.7/32"])).toEqual([
    "192.0.2.0/24",
    "198.51.100.7/32",
    "2001:db8::/32",
  ]);
});

test.each([
  "",
  "192.0.2",
  "192.0.2.0/33",
  "2001:db8::/129",
  "192.0.2.0/24/1",
  "192.0.2.0/",
  "192.0.2.0/24x",
  "192.0.2.0/x24",
  "host.example",
  "0/0",
])("%j is no network", (range) => {
  expect(() => readNetworks([range])).toThrow("is no network");
});

test("an address is in a range or it is not, also where IPv4 comes as IPv6", () => {
  const networks = readNetworks(["192.0.2.0/24", "2001:db8::/32"]);
  expect(["192.0.2.200", "::ffff:192.0.2.1", "2001:db8:1::9"].map((one) => isInNetworks(networks, one))).toEqual([
    true,
    true,
    true,
  ]);
  expect(["192.0.3.1", "::ffff:192.0.3.1", "2001:db9::1", "", "x"].map((one) => isInNetworks(networks, one))).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
});
