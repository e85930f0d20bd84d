interface Dispatcher {
  compose?(interceptor: (dispatch: Dispatch) => Dispatch): Dispatcher;
}
type Dispatch = (options: object, handler: unknown) => boolean;

/**
 * `fetch`, without Node's limit: Node aborts a response after 300 seconds, but a request may run for 1,500. In Node
 * this disables the timeouts of the process's dispatcher, whose proxies and certificates still apply. The caller's signal
 * ends the request.
 */
export const longFetch: typeof fetch = (input, init) => {
  // Node loads fetch and its dispatcher when one of its classes is first used.
  const headers = new Headers(init?.headers);
  const dispatcher = (globalThis as Record<symbol, unknown>)[Symbol.for("undici.globalDispatcher.1")] as
    | Dispatcher
    | undefined;
  if (typeof dispatcher?.compose !== "function") return fetch(input, { ...init, headers });
  const patient = dispatcher.compose(
    (dispatch) => (options, handler) => dispatch({ ...options, headersTimeout: 0, bodyTimeout: 0 }, handler),
  );
  return fetch(input, { ...init, headers, dispatcher: patient } as RequestInit);
};
