import type { APIError } from "better-auth/api";
import { FixableError } from "../base/fixable-error.ts";

type Reason = "password" | "password_again" | "single_sign_on" | "no_account";

/** A mistake by the user of the dashboard or the command line, who reads `message`. */
export class AuthFailure extends FixableError {
  readonly status: number;
  /** Tells the page what to ask for. */
  readonly reason: Reason | null;
  constructor(status: number, message: string, reason: Reason | null = null) {
    super(message);
    this.name = "AuthFailure";
    this.status = status;
    this.reason = reason;
  }
}

export const linkIsOver = () => new AuthFailure(400, "This link is no longer valid. Request a new one.");

const sentences: Record<string, string> = {
  INVALID_EMAIL: "Enter a valid email address.",
  PASSWORD_TOO_SHORT: "The password is too short.",
  PASSWORD_TOO_LONG: "The password may have at most 256 characters.",
  INVALID_PASSWORD: "The current password is wrong.",
  INVALID_CODE: "This code is incorrect or was used before.",
  INVALID_BACKUP_CODE: "This code is incorrect or was used before.",
  INVALID_TWO_FACTOR_COOKIE: "The code has expired. Please sign in again.",
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: "Too many wrong codes. Please sign in again.",
  ACCOUNT_TEMPORARILY_LOCKED: "Too many wrong codes. Please wait a quarter of an hour.",
  TOTP_ALREADY_ENABLED: "A second factor is set up already.",
  TOTP_NOT_ENABLED: "No second factor is set up.",
  BACKUP_CODES_NOT_ENABLED: "No second factor is set up.",
};

/** Checks the name, because importing the class would load better-auth before anyone signs in. */
export const isBetterAuthError = (error: unknown): error is APIError =>
  error instanceof Error && error.name === "APIError";

/** For a call of better-auth that fails. */
export function throwReadable(error: unknown): never {
  throw readable(error);
}

/** Translates better-auth's failures into our messages. */
export function readable(error: unknown): unknown {
  if (!isBetterAuthError(error)) return error;
  const code = String(error.body?.code ?? "");
  const sentence = (Object.hasOwn(sentences, code) && sentences[code]) || "That is not possible.";
  return new AuthFailure(error.statusCode === 401 && code === "" ? 401 : 400, sentence);
}
