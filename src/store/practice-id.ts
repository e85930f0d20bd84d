/**
 * Test keys belong to the practice account of their account: an id of its own, without a row in `people`. Whatever is kept
 * by account (points, history, jobs, answers, webhooks) is therefore apart from what live keys do. `ledger.sql` has the
 * prefix too.
 */
export const PRACTICE_PREFIX = "test-";

/** Practice points of every month, whatever the plan. */
export const PRACTICE_POINTS = 100_000;

export const practiceId = (accountId: string): string => PRACTICE_PREFIX + accountId;

export const isPracticeId = (accountId: string): boolean => accountId.startsWith(PRACTICE_PREFIX);

/** The account itself, of its own id or of its practice account's. */
export const ownerId = (accountId: string): string => accountId.replace(PRACTICE_PREFIX, "");

/** The same in SQL, of a column. */
export const ownerOf = (column: string): string => `replace(${column}, '${PRACTICE_PREFIX}', '')`;
