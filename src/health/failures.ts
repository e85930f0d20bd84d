import { hash } from "node:crypto";
import type { ErrorCode } from "../contract/catalogue.ts";

/** Failures caused by the site or by Winnow. Invalid requests are not among them. */
export type FailureKind = "blocked" | "unreadable" | "not_responding" | "timeout";

const kinds: Partial<Record<ErrorCode, FailureKind>> = {
  blocked: "blocked",
  unreadable: "unreadable",
  internal: "unreadable",
  not_responding: "not_responding",
  source_unavailable: "not_responding",
  deadline: "timeout",
};

export const failureKind = (code: ErrorCode): FailureKind | null => kinds[code] ?? null;

/** Digest of a request without count and timeout: repeats of one request are one piece of evidence. */
export const requestDigest = ({ count: _count, timeout: _timeout, ...asked }: Record<string, unknown>): string =>
  hash("sha1", JSON.stringify(asked), "base64url").slice(0, 11);
