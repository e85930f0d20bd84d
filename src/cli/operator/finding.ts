/** What one check of `doctor` found. */
export interface Finding {
  check: string;
  result: "ok" | "warning" | "failed";
  what: string;
  /** What to do about it; null if there is nothing to do. */
  cure: string | null;
}

export const ok = (check: string, what: string): Finding => ({ check, result: "ok", what, cure: null });
export const warning = (check: string, what: string, cure: string): Finding => ({
  check,
  result: "warning",
  what,
  cure,
});
export const failed = (check: string, what: string, cure: string): Finding => ({ check, result: "failed", what, cure });
