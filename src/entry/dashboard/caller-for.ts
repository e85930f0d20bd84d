import type { Account, ApiKey, Caller, KeyMode, Person } from "../../accounts/types.ts";
import { WinnowError } from "../../contract/errors.ts";
import type { DashboardContext } from "../../endpoints/dashboard/context.ts";
import type { WorkOwner } from "../../jobs/types.ts";
import { isPracticeId } from "../../store/practice-id.ts";

/** A signed-in user sees the work of all keys of the account. */
export const workOwner = ({ account, person }: { account: Account; person: Person }): WorkOwner => ({
  account,
  key: { id: "", sources: null, person_id: person.id },
});

const NO_KEY = "None of your keys can make this call. Create one on the Keys page.";

const NO_TEST_KEY = "None of your keys is a test key that can make this call. Create one on the Keys page.";

/**
 * The key that a dashboard call is counted and charged on, so that the browser needs no key: of the member's own keys, the
 * primary one, or else the oldest that may call the source.
 */
export async function callerFor(
  { accounts, clock }: DashboardContext,
  { person, account }: { person: Person; account: Account },
  source: string,
): Promise<Caller> {
  const now = clock.now();
  const mode: KeyMode = isPracticeId(account.id) ? "test" : "live";
  const ended = (at: number | null) => at !== null && at <= now;
  const usable = (key: ApiKey) =>
    key.mode === mode &&
    key.person_id === person.id &&
    key.usage_context === "standard" &&
    !ended(key.revoked_at) &&
    !ended(key.expires_at) &&
    (key.sources === null || key.sources.includes(source));
  const keys = (await accounts.listKeys(account.id)).filter(usable);
  const key = keys.find(({ is_primary }) => is_primary) ?? keys[0];
  if (!key) throw new WinnowError("source_forbidden", mode === "test" ? NO_TEST_KEY : NO_KEY);
  return { key, account };
}
