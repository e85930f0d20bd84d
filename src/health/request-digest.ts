import { hash } from "node:crypto";

/** Digest of a request without count and timeout: repeats of one request are one piece of evidence. */
export const requestDigest = ({ count: _count, timeout: _timeout, ...asked }: Record<string, unknown>): string =>
  hash("sha1", JSON.stringify(asked), "base64url").slice(0, 11);
