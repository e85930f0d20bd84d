/** The header that passes the caller's network address to better-auth. */
export const ADDRESS_HEADER = "x-winnow-address";

/** The parts of a request that better-auth needs. */
export interface Caller {
  cookie: string | undefined;
  address: string;
  userAgent: string | undefined;
}

export function headersOf({ cookie, address, userAgent }: Caller, signedIn = true): Headers {
  const headers = new Headers({ [ADDRESS_HEADER]: address });
  if (signedIn && cookie) headers.set("cookie", cookie);
  if (userAgent) headers.set("user-agent", userAgent);
  return headers;
}
