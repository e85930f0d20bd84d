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
  /** Whether the person signed in or entered the password recently. */
  recent: boolean;
  /** The account whose provider vouched for the person: the session is worth that account alone. Null after a password. */
  vouchedBy: string | null;
}
