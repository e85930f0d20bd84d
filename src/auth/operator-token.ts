import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Grants access to unsent mails and to the service's metrics. It is derived from the secret that all processes share, so
 * that each of them and the command line know it, and nothing is stored. The client's address proves nothing: a proxy on
 * the same machine forwards everyone's requests.
 */
export const operatorToken = (secret: string): string =>
  createHmac("sha256", secret).update("operator token").digest("base64url");

/** Compares in constant time. */
export function isSameSecret(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
