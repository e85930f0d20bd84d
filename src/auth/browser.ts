/** The header that passes the browser's network address to better-auth. */
export const ADDRESS_HEADER = "x-winnow-address";

/** The header that passes on who is signed in without a password. Headers of a browser never reach better-auth. */
export const PERSON_HEADER = "x-winnow-person";

/** The parts of a request that better-auth needs. */
export interface Browser {
  cookie: string | undefined;
  address: string;
  userAgent: string | undefined;
}

export function browserHeaders({ cookie, address, userAgent }: Browser, signedIn = true): Headers {
  const headers = new Headers({ [ADDRESS_HEADER]: address });
  if (signedIn && cookie) headers.set("cookie", cookie);
  if (userAgent) headers.set("user-agent", userAgent);
  return headers;
}
