/** Running calls, by client and id: a cancellation arrives as a separate request. */
export class InFlight {
  readonly #running = new Map<string, AbortController>();

  begin(id: string, gone: AbortSignal): { signal: AbortSignal; done(): void } {
    const cancelled = new AbortController();
    this.#running.set(id, cancelled);
    return {
      signal: AbortSignal.any([gone, cancelled.signal]),
      done: () => {
        if (this.#running.get(id) === cancelled) this.#running.delete(id);
      },
    };
  }

  cancel(id: string): void {
    this.#running.get(id)?.abort(new Error("the client cancelled the call"));
  }
}
