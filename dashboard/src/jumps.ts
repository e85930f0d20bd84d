/** Where the two letters lead: `g` and then this one. */
export const jumps = {
  o: ["Overview", "/overview"],
  p: ["Playground", "/playground"],
  r: ["Requests", "/requests"],
  u: ["Usage", "/usage"],
  k: ["Keys", "/keys"],
  a: ["Account", "/account"],
} as const;
