/** Points moved by an administrator, not by a request: a gift, a purchase, a correction. */
export interface Credit {
  accountId: string;
  kind: "grant" | "top_up" | "correction";
  amount: number;
  note: string | null;
}

/** The part of metering that accounts need. */
export interface PointsLedger {
  credit(credit: Credit): Promise<{ points: number } | { kind: "below_zero"; points: number }>;
  /** Opens a new account and grants its plan's points for this month, or `instead` points. */
  accrue(accountId: string, instead?: number | null): Promise<{ points: number }>;
}
