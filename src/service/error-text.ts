import type { WinnowError } from "../contract/errors.ts";

/** An error's detail as one line of plain text, for the history, the log and `x-error`. */
export function errorText(error: WinnowError): string {
  if (typeof error.detail === "string") return error.detail;
  return error.detail.map(({ loc, msg }) => `${loc.join(".")}: ${msg}`).join("; ");
}
