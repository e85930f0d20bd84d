import { hash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import type { KeyMode } from "./types.ts";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const form = /^wnw_(?:test_)?[0-9A-Za-z]{36}$/;
const prefixes: Record<KeyMode, string> = { live: "wnw_", test: "wnw_test_" };

const RANDOM_CHARACTERS = 30;

/** A new key: `wnw_` or `wnw_test_`, 30 random base62 characters, and a checksum over them. */
export const newSecret = (mode: KeyMode = "live"): string => withChecksum(randomBase62(RANDOM_CHARACTERS), mode);

/** A key that is always the same for a seed. */
export const secretFrom = (seed: Buffer): string => withChecksum(base62(RANDOM_CHARACTERS, seed), "live");

function withChecksum(characters: string, mode: KeyMode): string {
  const body = prefixes[mode] + characters;
  return body + checksum(body);
}

/** Detects a mistyped or truncated key without querying the store. */
export const isWellFormed = (secret: string): boolean =>
  form.test(secret) && checksum(secret.slice(0, -6)) === secret.slice(-6);

export const hashSecret = (secret: string): string => hash("sha256", secret, "hex");

/** The part shown in lists: enough to recognise a key, too little to use it. */
export const keyPrefix = (secret: string): string => secret.slice(0, secret.lastIndexOf("_") + 7);

export const randomBase62 = (length: number): string => base62(length, randomBytes(4 * length));

/** Draws four bytes per character: more than enough, since one in 32 is discarded. */
export function base62(length: number, bytes: Buffer): string {
  // 248 is the largest multiple of 62 in a byte: larger values would favour some characters.
  const usable = bytes.filter((byte) => byte < 248).subarray(0, length);
  return Array.from(usable, (byte) => alphabet[byte % 62]).join("");
}

/** CRC-32 in base62: six characters hold its 32 bits. */
function checksum(text: string): string {
  let rest = crc32(text);
  let digits = "";
  for (let place = 0; place < 6; place++) {
    digits = alphabet[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
