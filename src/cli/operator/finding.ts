/** What one check of `doctor` found. */
export interface Finding {
  check: string;
  result: "ok" | "warning" | "failed";
  what: string;
  /** What to do about it; null if there is nothing to do. */
  cure: string | null;
}

export const ok = (check: string, what: string): Finding => ({ check, result: "ok", what, cure: null });
const finding =
  (result: Finding["result"]) =>
  (check: string, what: string, cure: string): Finding => ({ check, result, what, cure });
export const warning = finding("warning");
export const failed = finding("failed");
