/** The operator's token, which `boot.js` keeps for this tab if the printed address was opened in it. */
function outboxToken(): string | null {
  try {
    return sessionStorage.getItem("winnow-outbox-token");
  } catch {
    return null;
  }
}

export const hasOutboxToken = (): boolean => outboxToken() !== null;

/** The header that grants access to the outbox and shows that the operator signs up, if this tab has the token. */
export function outboxHeader(): Record<string, string> {
  const token = outboxToken();
  return token === null ? {} : { "x-operator-token": token };
}
