/** The name of the header in which the caller's network address is handed to better-auth. */
export const ADDRESS_HEADER = "x-winnow-address";

/** Who calls: what better-auth needs of a request. */
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
