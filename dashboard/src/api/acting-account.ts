const KEY = "winnow.account";

/** The account that this tab shows; null for the personal one. Each tab has its own, and names it in each request. */
export const actingAccount = (): string | null => sessionStorage.getItem(KEY);

export function accountHeader(): Record<string, string> {
  const account = actingAccount();
  return account === null ? {} : { "x-account": account };
}

/** Opens an account in this tab. Everything is loaded anew, so that nothing of another account stays on the page. */
export function openAccount(id: string | null, path = "/overview"): void {
  if (id === null) forgetAccount();
  else showAccount(id);
  window.location.assign(path);
}

export const showAccount = (id: string): void => sessionStorage.setItem(KEY, id);
export const forgetAccount = (): void => sessionStorage.removeItem(KEY);
