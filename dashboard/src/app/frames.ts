/** Frames around the pages of a signed-in user. */
export const frames = {
  shell: () => import("./shell.tsx"),
  adminGuard: () => import("../admin/guard.tsx"),
};
