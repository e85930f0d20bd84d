type Code =
  | "invalid_request"
  | "invalid_client"
  | "invalid_client_metadata"
  | "invalid_redirect_uri"
  | "invalid_grant"
  | "invalid_target"
  | "unsupported_grant_type"
  | "unsupported_response_type"
  | "temporarily_unavailable";

/** An OAuth error: `error` is for the program, the message for humans. */
export class OAuthProblem extends Error {
  readonly error: Code;
  /** Where the user's browser takes the error, once the program and its address are known. */
  readonly redirect: string | null;
  constructor(error: Code, message: string, redirect: string | null = null) {
    super(message);
    this.redirect = redirect;
    this.name = "OAuthProblem";
    this.error = error;
  }
}
