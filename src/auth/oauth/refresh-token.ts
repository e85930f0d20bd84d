import { hkdfSync } from "node:crypto";
import { base62, hashSecret, randomBase62, secretFrom } from "../../accounts/key-secret.ts";

const PREFIX = "wnr_";
const FAMILY_LENGTH = 24;
const OWN_LENGTH = 40;
const SEED_BYTES = 4 * OWN_LENGTH;

/**
 * A refresh token begins with what it has in common with those before it. So one that was used is known however many
 * have followed: who uses a stolen one again and again does not outrun the program that it was stolen from.
 */
export const firstRefreshToken = (): string => `${PREFIX}${randomBase62(FAMILY_LENGTH)}${randomBase62(OWN_LENGTH)}`;

const beginning = (token: string): string => token.slice(0, PREFIX.length + FAMILY_LENGTH);

/**
 * The tokens that a refresh token is exchanged for. They are computed from it and from a secret of the service, so that
 * a program whose answer was lost is given the same ones, although the store has no token in clear.
 */
export function tokensAfter(token: string, secret: string): { refresh: string; access: string } {
  const seed = (purpose: string) =>
    Buffer.from(hkdfSync("sha256", secret, "", `winnow oauth ${purpose} ${token}`, SEED_BYTES));
  return { refresh: `${beginning(token)}${base62(OWN_LENGTH, seed("refresh"))}`, access: secretFrom(seed("access")) };
}

/** As the store knows it. */
export const familyOf = (token: string): string => hashSecret(beginning(token));
