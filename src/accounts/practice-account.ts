import { isPracticeId, PRACTICE_POINTS, practiceId } from "../store/practice-id.ts";
import type { Plan } from "./plans-file.ts";
import type { Account, ApiKey, Caller } from "./types.ts";

export const practiceAccount = (account: Account): Account => ({ ...account, id: practiceId(account.id) });

/** A key acts for its account, and a test key for the practice account. Every caller is made here. */
export const toCaller = (key: ApiKey, account: Account): Caller => ({
  key,
  account: key.mode === "test" ? practiceAccount(account) : account,
});

/** The terms of an account: its plan's. A practice account has the plan's rate windows, and points of its own. */
export const accountTerms = (accountId: string, plan: Plan | undefined): Plan | undefined =>
  plan && isPracticeId(accountId) ? { ...plan, points: PRACTICE_POINTS, once: false } : plan;
