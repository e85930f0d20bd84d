import { describe, expect, test } from "vitest";
import { hashSecret, isWellFormed, keyPrefix, newSecret, randomBase62 } from "./key-secret.ts";

describe("an API key", () => {
  test("consists of wnw_, 30 base62 characters and a checksum of 6", () => {
    for (let made = 0; made < 200; made++) {
      const secret = newSecret();
      expect(secret).toMatch(/^wnw_[0-9A-Za-z]{36}$/);
      expect(isWellFormed(secret)).toBe(true);
    }
  });

  test("with any one character changed, removed or added is rejected without a query", () => {
    const secret = newSecret();
    for (let at = 0; at < secret.length; at++) {
      const other = secret[at] === "x" ? "y" : "x";
      expect(isWellFormed(secret.slice(0, at) + other + secret.slice(at + 1)), `character ${at}`).toBe(false);
    }
    expect(isWellFormed(secret.slice(0, -1))).toBe(false);
    expect(isWellFormed(`${secret}a`)).toBe(false);
    expect(isWellFormed("")).toBe(false);
  });

  test("an API key is stored as its SHA-256, and displayed by its first characters", () => {
    expect(hashSecret("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    const secret = newSecret();
    expect(secret.startsWith(keyPrefix(secret))).toBe(true);
    expect(keyPrefix(secret)).toHaveLength(10);
  });

  test("uses every character about equally often", () => {
    const counts = new Map<string, number>();
    for (const character of randomBase62(62_000)) counts.set(character, (counts.get(character) ?? 0) + 1);
    expect(counts.size).toBe(62);
    for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(250);
  });
});
