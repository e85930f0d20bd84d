/** Helpers for anything thrown, which need not be an Error. */

export const errorOf = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));

export const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

/** The code of Node's own errors, such as `ENOENT`. */
export function codeOf(thrown: unknown): string {
  const code = thrown instanceof Error && "code" in thrown ? thrown.code : "";
  return typeof code === "string" ? code : "";
}
