const waiting = new WeakMap<AbortSignal, { acts: Set<() => void>; all: () => void }>();

/**
 * Calls `act` when the signal aborts; the returned function unsubscribes. All calls share one listener per signal, because
 * runtimes warn about more than ten.
 */
export function onAbort(signal: AbortSignal, act: () => void): () => void {
  const known = waiting.get(signal) ?? listen(signal);
  known.acts.add(act);
  return () => {
    known.acts.delete(act);
    if (known.acts.size > 0 || waiting.get(signal) !== known) return;
    waiting.delete(signal);
    signal.removeEventListener("abort", known.all);
  };
}

function listen(signal: AbortSignal) {
  const acts = new Set<() => void>();
  const all = () => {
    waiting.delete(signal);
    for (const act of [...acts]) act();
  };
  const known = { acts, all };
  waiting.set(signal, known);
  signal.addEventListener("abort", all, { once: true });
  return known;
}
