import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/**
 * A browser that has signed in to an account. It may continue to try that account, at its own pace, when strangers have
 * exhausted the limit, so that nobody can lock an owner out by guessing.
 */

const NAME = "winnow.device";
const SECONDS = 180 * 24 * 3600;

const signed = (secret: string, accountId: string, device: string): Buffer =>
  createHmac("sha256", secret).update(`device\n${accountId}\n${device}`).digest();

export function deviceCookie(secret: string, accountId: string, secure: boolean): string {
  const device = randomBytes(16).toString("base64url");
  const value = `${device}.${signed(secret, accountId, device).toString("base64url")}`;
  return `${NAME}=${value}; Max-Age=${SECONDS}; Path=/dashboard-api; HttpOnly; SameSite=Strict${secure ? "; Secure" : ""}`;
}

/** The device's id if the account knows this browser; otherwise null. */
export function knownDevice(secret: string, cookies: string | undefined, accountId: string): string | null {
  const cookie = /(?:^|;\s*)winnow\.device=([\w-]{22})\.([\w-]{43})(?:;|$)/.exec(cookies ?? "");
  const [, device = "", signature = ""] = cookie ?? [];
  const given = Buffer.from(signature, "base64url");
  const expected = signed(secret, accountId, device);
  return given.length === expected.length && timingSafeEqual(given, expected) ? device : null;
}
