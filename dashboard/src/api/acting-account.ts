const PARAMETER = "account";

let account = new URLSearchParams(window.location.search).get(PARAMETER);

/** The account that the page's address names; null for the personal one. It is named in each request, too. */
export const actingAccount = (): string | null => account;

export const forgetAccount = (): void => {
  account = null;
};

export function accountHeader(): Record<string, string> {
  return account === null ? {} : { "x-account": account };
}

/** An address that names an account; null for the personal one. */
export function addressIn(id: string | null, address: string): string {
  const url = new URL(address, window.location.origin);
  if (id === null) url.searchParams.delete(PARAMETER);
  else url.searchParams.set(PARAMETER, id);
  return url.href;
}

export const isOfThisAccount = (address: string): boolean =>
  addressIn(account, address) === new URL(address, window.location.origin).href;

/**
 * Every address that the router writes, in links too, names the account: a link opened in another tab shows the same. The
 * app's pages do not see the parameter.
 */
export const accountInAddress = {
  input: ({ url }: { url: URL }): URL => (url.searchParams.has(PARAMETER) ? new URL(addressIn(null, url.href)) : url),
  output: ({ url }: { url: URL }): URL => (account === null ? url : new URL(addressIn(account, url.href))),
};

/** Opens an account. Everything is loaded anew, so that nothing of another account stays on the page. */
export const openAccount = (id: string | null, address = "/overview"): void =>
  window.location.assign(addressIn(id, address));
