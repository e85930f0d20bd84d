import type { Accounts } from "../accounts/accounts.ts";

const DEMO = "demo@winnow.invalid";

/**
 * A key to try the service with, on the first start on a store; the process that comes second to it has none. It is for
 * somebody at this machine who looks at the stand-ins: where `wanted` is false, the keys of an earlier start end.
 */
export async function demoKeyFor(accounts: Accounts, wanted: boolean): Promise<string | null> {
  const known = await accounts.findByEmail(DEMO);
  if (known && !wanted) await accounts.revokeKeysOf(known.id, { by: "service", reason: "the demo is over" });
  if (known || !wanted) return null;
  const person = await accounts.createAccount({ email: DEMO, name: "Demo", plan: "growth" }).catch(() => null);
  if (!person) return null;
  const { secret } = await accounts.createKey(person.id, { name: "Demo" }, { by: "service" });
  return secret;
}
