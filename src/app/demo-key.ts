import type { Accounts } from "../accounts/accounts.ts";

const DEMO = "demo@winnow.invalid";

/**
 * Returns a key for trying the service, on the first start with a store; if two processes start, only one gets it. It is
 * for a user of this machine who looks at the stand-ins: if `wanted` is false, keys from an earlier start are revoked.
 */
export async function demoKeyFor(accounts: Accounts, wanted: boolean): Promise<string | null> {
  const known = await accounts.findByEmail(DEMO);
  if (known && !wanted) await accounts.revokeKeysOf(known.id, { by: "service", reason: "the demo is over" });
  if (known || !wanted) return null;
  const account = await accounts.createAccount({ email: DEMO, name: "Demo", plan: "growth" }).catch(() => null);
  if (!account) return null;
  const { secret } = await accounts.createKey(account.id, { name: "Demo" }, { by: "service" });
  return secret;
}
