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

/** What OAuth answers instead: `error` is for the program, the message for whoever reads it. */
export class OAuthProblem extends Error {
  readonly error: Code;
  constructor(error: Code, message: string) {
    super(message);
    this.name = "OAuthProblem";
    this.error = error;
  }
}
