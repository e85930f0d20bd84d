const NAME = "winnow-outbox-token";

/** The address that the service prints at its start has the token in its fragment, which no server sees. It is kept for this tab. */
export function keepOutboxToken(): void {
  const token = /^#outbox=([\w-]+)$/.exec(location.hash)?.[1];
  if (!token) return;
  try {
    sessionStorage.setItem(NAME, token);
  } catch {}
  history.replaceState(history.state, "", location.pathname + location.search);
}

/** The header that opens the outbox, where this tab has the token. */
export function outboxHeader(): Record<string, string> {
  let token: string | null = null;
  try {
    token = sessionStorage.getItem(NAME);
  } catch {}
  return token === null ? {} : { "x-operator-token": token };
}
