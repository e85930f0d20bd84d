import type { Kysely } from "kysely";
import { appendAudit } from "../../accounts/audit-log.ts";
import type { OwnersAct } from "../../store/owners-acts.ts";
import type { Schema } from "../../store/schema.ts";
import { AuthFailure } from "../auth-failure.ts";

interface ProvedDomain {
  accountId: string;
  domain: string;
  at: number;
  /** Whose record was found, or the operator, whose word is enough. */
  by: { person: string } | { operator: string };
}

/** Takes a domain as proved to be the account's. It has at most one. */
export async function acceptDomain(db: Kysely<Schema>, { accountId, domain, at, by }: ProvedDomain): Promise<void> {
  const what: OwnersAct = "domain proved";
  const act = "person" in by ? { who: by.person, what } : { who: by.operator, what: `${what} by the operator` };
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("sign_on_providers")
      .set({ proved_domain: domain })
      .where("account_id", "=", accountId)
      .where("domain", "=", domain)
      .executeTakeFirst()
      .catch((error: Error) => {
        if (/unique/i.test(error.message)) throw new AuthFailure(409, `Another account has proved ${domain}.`);
        throw error;
      });
    if (numUpdatedRows === 0n) throw new AuthFailure(404, `The account has no single sign-on for ${domain}.`);
    await appendAudit(trx, { at, ...act, subject: accountId, before: null, after: { domain } });
  });
}
