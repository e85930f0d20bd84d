interface Seen {
  secret(what: string, value: string): void;
  keep(kind: string, text: string): void;
}

const seen = () => (globalThis as unknown as Record<symbol, Seen | undefined>)[Symbol.for("winnow.seen")];

/** For test services: logs everything to where secrets are searched for at the end of the suite. */
export const suiteLog = { write: (line: string): void => seen()?.keep("log", line) };

/** Registers a secret that a test creates without a service. */
export function noteSecret(what: string, value: string): string {
  seen()?.secret(what, value);
  return value;
}
