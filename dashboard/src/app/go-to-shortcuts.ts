/** Keyboard shortcuts to pages: `g`, then this letter. */
export const goToShortcuts = {
  o: ["Overview", "/overview"],
  p: ["Playground", "/playground"],
  r: ["Requests", "/requests"],
  u: ["Usage", "/usage"],
  k: ["Keys", "/keys"],
  a: ["Account", "/account"],
} as const;
