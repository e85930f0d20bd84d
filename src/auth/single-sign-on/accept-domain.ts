import type { Kysely } from "kysely";
import { noteAct } from "../../accounts/audit-log.ts";
import { changesRow } from "../../store/row-changes.ts";
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
  const act = "person" in by ? { who: by.person } : { who: by.operator, isOperator: true };
  await db.transaction().execute(async (trx) => {
    const own = trx.updateTable("sign_on_providers").where("account_id", "=", accountId).where("domain", "=", domain);
    const isAccepted = await changesRow(own.set({ proved_domain: domain })).catch((error: Error) => {
      if (/unique/i.test(error.message)) throw new AuthFailure(409, `Another account has proved ${domain}.`);
      throw error;
    });
    if (!isAccepted) throw new AuthFailure(404, `The account has no single sign-on for ${domain}.`);
    await noteAct(trx, { what: "domain proved", at, ...act, subject: accountId, after: { domain } });
  });
}
