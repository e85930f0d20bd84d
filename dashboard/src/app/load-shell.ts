/** The frame around the pages of a signed-in user. */
export const loadShell = () => import("./shell.tsx");
