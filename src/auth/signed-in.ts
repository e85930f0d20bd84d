/** A signed-in user, with the session cookies. */
export interface SignedIn {
  accountId: string;
  cookies: string[];
}

/** The password was right, and a code is required: the cookies identify the account. */
export interface CodeAsked {
  accountId: null;
  cookies: string[];
}

export interface CurrentSession extends SignedIn {
  sessionId: string;
  /** Whether the password was entered recently. */
  recent: boolean;
}
