import { hashSecret, randomBase62 } from "../../accounts/key-secret.ts";

const PREFIX = "wnr_";
const FAMILY_LENGTH = 24;
const OWN_LENGTH = 40;

/**
 * A refresh token begins with what it has in common with those before it. So one that was used is known however many
 * have followed: who uses a stolen one again and again does not outrun the program that it was stolen from.
 */
export const firstRefreshToken = (): string => `${PREFIX}${randomBase62(FAMILY_LENGTH)}${randomBase62(OWN_LENGTH)}`;

const beginning = (token: string): string => token.slice(0, PREFIX.length + FAMILY_LENGTH);

export const nextRefreshToken = (token: string): string => `${beginning(token)}${randomBase62(OWN_LENGTH)}`;

/** As the store knows it. */
export const familyOf = (token: string): string => hashSecret(beginning(token));
