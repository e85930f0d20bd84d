import { createHash } from "node:crypto";

/**
 * Addresses of chats are secrets: whoever has one can write there. They are stored encrypted, and shown as their host and
 * a fingerprint that tells them apart.
 */
export function maskedAddress(url: string): string {
  const fingerprint = createHash("sha256").update(url).digest("hex").slice(0, 8);
  return `${new URL(url).origin}/…${fingerprint}`;
}
