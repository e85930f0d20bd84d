import { withoutSecrets } from "../base/without-secrets.ts";
import type { WinnowError } from "../contract/errors.ts";

/** An error's detail as one line of plain text, for the history, the log and `x-error`. */
export function errorText({ detail }: Pick<WinnowError, "detail">): string {
  const text =
    typeof detail === "string" ? detail : detail.map(({ loc, msg }) => `${loc.join(".")}: ${msg}`).join("; ");
  return withoutSecrets(text);
}
