import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * What opens the mails that did not leave, and the figures of the service. It comes from the secret that all processes
 * share, so that each of them and the command line know it, and nothing is stored. Where a request comes from proves nothing: a
 * proxy on the same machine passes on everybody's.
 */
export const operatorToken = (secret: string): string =>
  createHmac("sha256", secret).update("operator token").digest("base64url");

/** Compares in a time that tells nothing about how much of it was right. */
export function isSameSecret(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
