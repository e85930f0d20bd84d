import { createHmac, timingSafeEqual } from "node:crypto";
import { authSecret } from "./secret.ts";

/**
 * What opens the mails that did not leave, and the figures of the service. It comes from the secret that all processes
 * share, so that each of them and the command line know it, and nothing is stored. Where a request comes from proves nothing: a
 * proxy on the same machine passes on everybody's.
 */
export const operatorToken = (config: Parameters<typeof authSecret>[0]): string =>
  createHmac("sha256", authSecret(config)).update("operator token").digest("base64url");

/** The tokens that open `/metrics` and `/health/details`. */
export function metricsTokens(config: Parameters<typeof operatorToken>[0] & { metricsToken: string }): string[] {
  return [operatorToken(config), config.metricsToken].filter((token) => token !== "");
}

/** Compares in a time that tells nothing about how much of it was right. */
export function isSameSecret(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
