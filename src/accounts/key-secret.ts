import { hash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const form = /^wnw_[0-9A-Za-z]{36}$/;

/** A new key: `wnw_`, 30 random base62 characters, and a checksum over them. */
export function newSecret(): string {
  const body = `wnw_${randomBase62(30)}`;
  return body + checksum(body);
}

/** Tells a mistyped or cut key from a real one without asking the store. */
export const isWellFormed = (secret: string): boolean =>
  form.test(secret) && checksum(secret.slice(0, -6)) === secret.slice(-6);

export const hashSecret = (secret: string): string => hash("sha256", secret, "hex");

/** What is shown in lists: enough to recognise a key, too little to use it. */
export const prefixOf = (secret: string): string => secret.slice(0, 10);

export function randomBase62(length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // 248 is the largest multiple of 62 in a byte: above it some characters would come more often than others.
      if (byte < 248 && text.length < length) text += alphabet[byte % 62];
    }
  }
  return text;
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
