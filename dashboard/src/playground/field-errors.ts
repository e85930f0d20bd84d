import { ApiError } from "../api/call.ts";

/** The errors of a 422, by field. */
export function fieldErrors(error: unknown): Record<string, string> {
  const detail = error instanceof ApiError ? error.detail : error;
  if (!Array.isArray(detail)) return {};
  return Object.fromEntries(
    detail.map(({ loc, msg }: { loc?: unknown[]; msg?: unknown }) => [String(loc?.at(-1) ?? ""), String(msg)]),
  );
}
