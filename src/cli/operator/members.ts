import type { Command } from "commander";
import { lockAccount } from "../../accounts/account-row.ts";
import { appendAudit } from "../../accounts/audit-log.ts";
import { listDelegated } from "../../accounts/delegated-kinds.ts";
import { setMemberCap } from "../../accounts/member-list.ts";
import { readConfig } from "../../app/config.ts";
import type { OpenedAccounts } from "../../app/open-accounts.ts";
import { openMembers } from "../../app/open-members.ts";
import { acceptDomain } from "../../auth/single-sign-on/accept-domain.ts";
import { readDomain } from "../../auth/single-sign-on/domain-proof.ts";
import { pointsOrNone } from "../arguments.ts";
import { CommandFailed } from "../command-failed.ts";
import { COMMAND_LINE, type Report } from "./command-context.ts";

/** `members`, and the command on `accounts` that is only for those with several people. */
export function registerMembers(program: Command, accounts: Command, report: Report): void {
  report(
    accounts
      .command("prove-domain")
      .description("Accept a mail domain for an account's single sign-on without its DNS record.")
      .argument("<account>", "the account's id: `winnow members` lists them")
      .argument("<domain>", "the domain that its owner has set"),
    async ({ store, clock }, accountId: string, given: string) => {
      const domain = readDomain(given);
      if (!domain) throw new CommandFailed(`${given} is not a mail domain, such as example.com`);
      await acceptDomain(store.db, { accountId, domain, at: clock.now(), by: { operator: COMMAND_LINE } });
      return { result: { account: accountId, domain }, text: `${domain} is proved for ${accountId}` };
    },
  );
  const members = program.command("members").description("Members of accounts with several people.");
  report(
    members
      .command("list", { isDefault: true })
      .description("List the members of accounts with several people, and the points of those accounts.")
      .option("--account <id>", "only this account"),
    async ({ store }, { account }: { account?: string }) => {
      const all = store.db
        .selectFrom("members")
        .innerJoin("accounts", "accounts.id", "members.account_id")
        .innerJoin("people", "people.id", "members.person_id")
        .leftJoin("balances", "balances.account_id", "accounts.id");
      const some = account === undefined ? all : all.where("accounts.id", "=", account);
      const result = await some
        .orderBy("accounts.name")
        .orderBy("accounts.id")
        .orderBy("members.created_at")
        .select([
          "accounts.id as account",
          "accounts.name",
          "people.email",
          "members.role",
          "spending_cap",
          "accounts.plan",
        ])
        .select(({ fn, val }) => fn.coalesce("balances.points", val(0)).as("points"))
        .execute();
      return { result };
    },
  );
  const ofMember = (name: string, description: string) =>
    members
      .command(name)
      .description(description)
      .argument("<address>", "the member's address")
      .requiredOption("--account <id>", "the account, from `winnow members`");
  report(
    ofMember(
      "cap",
      "Set the spending cap of a member: the most points that their keys of the account may ever spend.",
    ).argument("<points>", "a whole number, or `none`", pointsOrNone),
    async (parts, email: string, cap: number | null, { account }: { account: string }) => {
      const { store, clock } = parts;
      const { id: personId } = await accountWith(parts, email);
      await store.db.transaction().execute(async (trx) => {
        await lockAccount(trx, account);
        const change = await setMemberCap(trx, { accountId: account, personId, cap });
        const what = "member cap changed by the operator";
        await appendAudit(trx, { at: clock.now(), who: COMMAND_LINE, what, subject: account, ...change });
      });
      const text = cap === null ? `${email} has no cap` : `${email} may spend ${cap} points in all`;
      return { result: { account, email, spending_cap: cap }, text };
    },
  );
  report(
    ofMember("access", "List what a member has set up in an account. It ends when they leave."),
    async (parts, email: string, { account }: { account: string }) => {
      const { id: personId } = await accountWith(parts, email);
      return { result: await listDelegated(parts.store.db, { accountId: account, personId, now: parts.clock.now() }) };
    },
  );
  report(
    ofMember("remove", "Remove a member, revoke their keys, and list what happened to everything they set up."),
    async (parts, email: string, { account }: { account: string }) => {
      const operator = { accountId: account, person: { id: COMMAND_LINE }, isOperator: true };
      const { id: personId } = await accountWith(parts, email);
      return { result: await (await openMembers(readConfig(process.env), parts)).remove(operator, personId, "revoke") };
    },
  );
}

export async function accountWith({ accounts }: Pick<OpenedAccounts, "accounts">, email: string) {
  const account = await accounts.findByEmail(email);
  if (account) return account;
  const { rows } = await accounts.listAccounts({ search: email });
  const unconfirmed = rows.some((one) => one.email === email.toLowerCase());
  throw new CommandFailed(
    unconfirmed
      ? `${email} has signed up but not confirmed the address: it has no account until then`
      : `no account for ${email}`,
  );
}
