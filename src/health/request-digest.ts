import { createHash } from "node:crypto";

/** What was asked for, whatever the number of records and seconds: repeats of one request are one piece of evidence. */
export function requestDigest({ count: _count, timeout: _timeout, ...asked }: Record<string, unknown>): string {
  return createHash("sha256").update(JSON.stringify(asked)).digest("base64url").slice(0, 16);
}
