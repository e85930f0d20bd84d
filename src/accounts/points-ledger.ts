/** Points moved by a person, not by a request: a gift, a purchase, a correction. */
export interface Credit {
  accountId: string;
  kind: "grant" | "top_up" | "correction";
  amount: number;
  note: string | null;
}

/** What accounts need of the points: metering keeps them. */
export interface PointsLedger {
  credit(credit: Credit): Promise<{ points: number } | { kind: "below_zero"; points: number }>;
  /** Opens a new account, and gives what its plan owes for this month; `instead` of that so many points. */
  accrue(accountId: string, instead?: number | null): Promise<{ points: number }>;
}
