import { expect, test } from "vitest";
import { isInNetworks } from "../base/network/addresses.ts";
import { limits } from "../limits/limits.ts";
import { readNetworks } from "./networks.ts";

test("ranges are normalised and deduplicated", () => {
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
])("%j is not a network", (range) => {
  expect(() => readNetworks([range])).toThrow("is not a network");
});

test("an address is matched against a range, including IPv4 written as IPv6", () => {
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

test("a key has at most fifty networks; a range may cover everything or one address", () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => `10.0.0.${at}`);
  expect(readNetworks(many(50))).toHaveLength(50);
  expect(() => readNetworks(many(limits.keyNetworks.max + 1))).toThrow("A key has at most 50 networks.");
  expect(readNetworks(["0.0.0.0/0", "::/0", "192.0.2.1/32", "::1/128", "::1"])).toEqual([
    "0.0.0.0/0",
    "::/0",
    "192.0.2.1/32",
    "::1/128",
  ]);
  expect(() => readNetworks(["192.0.2.0/0x1"])).toThrow("192.0.2.0/0x1 is not a network: write");
  expect(() => readNetworks(["192.0.2.0/1000"])).toThrow("is not a network");
});

test("an address with a zone, or IPv4 in IPv6 in either case, is read as the address; a host name is rejected", () => {
  expect(isInNetworks(["fe80::/10"], "fe80::1%eth0")).toBe(true);
  expect(isInNetworks(["192.0.2.0/24"], "::FFFF:192.0.2.1")).toBe(true);
  expect(isInNetworks(["0.0.0.0/0"], "::1")).toBe(false);
  expect(isInNetworks([], "192.0.2.1")).toBe(false);
});
