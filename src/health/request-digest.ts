import { hash } from "node:crypto";

/** What was asked for, whatever the number of records and seconds: repeats of one request are one piece of evidence. */
export const requestDigest = ({ count: _count, timeout: _timeout, ...asked }: Record<string, unknown>): string =>
  hash("sha1", JSON.stringify(asked), "base64url").slice(0, 11);
