import type { ErrorCode } from "../contract/catalogue.ts";

/** Failures that say something about the site or about us; what the caller asked for wrongly is none. */
export type FailureKind = "blocked" | "unreadable" | "not_responding" | "timeout";

const kinds: Partial<Record<ErrorCode, FailureKind>> = {
  blocked: "blocked",
  unreadable: "unreadable",
  internal: "unreadable",
  not_responding: "not_responding",
  source_unavailable: "not_responding",
  deadline: "timeout",
};

export const failureKindOf = (code: ErrorCode): FailureKind | null => kinds[code] ?? null;
