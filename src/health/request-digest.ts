import { hash } from "node:crypto";

/** What was asked for, whatever the number of records and seconds: repeats of one request are one piece of evidence. */
export function requestDigest({ count: _count, timeout: _timeout, ...asked }: Record<string, unknown>): string {
  return hash("sha256", JSON.stringify(asked), "base64url").slice(0, 16);
}
