/** What shows that somebody uses the page: each of them calls for the program. */
const signs = ["pointermove", "pointerdown", "touchstart", "wheel", "keydown", "input", "submit", "click"];

/**
 * Calls for the program at any sign of use, and holds what only the program can do: a button pressed, a form sent, a
 * shortcut typed. Whoever has started the program calls what this returns: the last of them is then done again.
 * Links need no program.
 */
export function holdEvents(start: () => void): () => void {
  let again = () => {};
  const hold = (event: Event): void => {
    const redo = redoOf(event);
    if (redo) {
      event.preventDefault();
      event.stopImmediatePropagation();
      again = redo;
    }
    start();
  };
  for (const sign of signs) addEventListener(sign, hold, { capture: true });
  return () => {
    for (const sign of signs) removeEventListener(sign, hold, { capture: true });
    again();
  };
}

/** How to do again what the program alone can do; null for anything else. */
function redoOf(event: Event): (() => void) | null {
  const target = event.target instanceof Element ? event.target : document.body;
  if (event.type === "submit") return () => (target as HTMLFormElement).requestSubmit();
  const button = target.closest("button");
  if (event.type === "click" && button && button.type !== "submit") return () => button.click();
  if (event instanceof KeyboardEvent && isShortcut(event) && !target.closest("input, textarea"))
    return () => void target.dispatchEvent(new KeyboardEvent("keydown", event));
  return null;
}

const isShortcut = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  key === "?" || ((ctrlKey || metaKey) && key.toLowerCase() === "k");
