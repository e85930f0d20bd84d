import { hkdfSync } from "node:crypto";
import { base62, hashSecret, randomBase62, secretFrom } from "../../accounts/key-secret.ts";

const PREFIX = "wnr_";
const FAMILY_LENGTH = 24;
const OWN_LENGTH = 40;
const SEED_BYTES = 4 * OWN_LENGTH;

/**
 * A refresh token begins with its family's prefix. So a used one is recognised however many have followed: a thief cannot
 * outrun the program by refreshing again and again.
 */
export const firstRefreshToken = (): string => `${PREFIX}${randomBase62(FAMILY_LENGTH)}${randomBase62(OWN_LENGTH)}`;

const beginning = (token: string): string => token.slice(0, PREFIX.length + FAMILY_LENGTH);

/**
 * The tokens that a refresh token is exchanged for. They are derived from it and from a secret of the service, so that a
 * program that lost the response gets the same ones, although the store has no token in clear.
 */
export function tokensAfter(token: string, secret: string): { refresh: string; access: string } {
  const seed = (purpose: string) =>
    Buffer.from(hkdfSync("sha256", secret, "", `winnow oauth ${purpose} ${token}`, SEED_BYTES));
  return { refresh: `${beginning(token)}${base62(OWN_LENGTH, seed("refresh"))}`, access: secretFrom(seed("access")) };
}

/** The form in which it is stored. */
export const tokenFamily = (token: string): string => hashSecret(beginning(token));
