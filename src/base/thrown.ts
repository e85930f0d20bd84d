/** Helpers for anything thrown, which need not be an Error. */

export const toError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));

export const errorMessage = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

/** The code of Node's own errors, such as `ENOENT`. */
export function errorCode(thrown: unknown): string {
  const code = thrown instanceof Error && "code" in thrown ? thrown.code : "";
  return typeof code === "string" ? code : "";
}
