import { createHash } from "node:crypto";

/**
 * Addresses of chats are secrets: whoever has one can write there. They are stored encrypted, and shown as their host and
 * a fingerprint that tells them apart.
 */
export function maskedAddress(url: string): string {
  const fingerprint = createHash("sha256").update(url).digest("hex").slice(0, 8);
  return `${new URL(url).origin}/…${fingerprint}`;
}

const MIN_PART = 3;

/** What a receiver answered, without the parts of its address. */
export function withoutAddress(text: string, url: string): string {
  const { pathname, searchParams } = new URL(url);
  const parts = [...pathname.split("/"), ...searchParams.values()].filter(({ length }) => length >= MIN_PART);
  return parts.reduce((rest, part) => rest.replaceAll(part, "…"), text);
}
