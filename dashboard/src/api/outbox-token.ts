const NAME = "winnow-outbox-token";

/**
 * Stores the outbox token for this tab. The service prints an address with the token in its fragment, which servers never
 * see.
 */
export function keepOutboxToken(): void {
  const token = /^#outbox=([\w-]+)$/.exec(location.hash)?.[1];
  if (!token) return;
  try {
    sessionStorage.setItem(NAME, token);
  } catch {}
  history.replaceState(history.state, "", location.pathname + location.search);
}

/** The header that grants access to the outbox and shows that the operator signs up, if this tab has the token. */
export function outboxHeader(): Record<string, string> {
  let token: string | null = null;
  try {
    token = sessionStorage.getItem(NAME);
  } catch {}
  return token === null ? {} : { "x-operator-token": token };
}
