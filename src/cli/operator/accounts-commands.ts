import { type Command, InvalidArgumentError, Option } from "commander";
import type { NewAccount } from "../../accounts/accounts.ts";
import { appendAudit } from "../../accounts/audit-log.ts";
import type { OpenedAccounts } from "../../app/open-accounts.ts";
import { wholeNumber } from "../arguments.ts";
import { CommandFailed } from "../command-failed.ts";
import { COMMAND_LINE, formatDate, ownContext, reporting } from "./command-context.ts";
import { registerKeys } from "./keys.ts";
import { accountWith, registerMembers } from "./members.ts";

/** How commands name an account: a personal one by its person's address, others by their id. */
interface AccountOptions {
  email?: string;
  account?: string;
}

/** `keys`, `accounts`, `members`, `admin` and `plans`, which work on the store itself. */
export function register(program: Command, context = ownContext()): void {
  const report = reporting(context);
  registerKeys(program, report);
  const accounts = program.command("accounts").description("Create, list and change accounts.");
  const ofAccount = (command: Command): Command =>
    command
      .option("--email <address>", "the address of its person, for a personal account")
      .option("--account <id>", "the account's id, for one with several people");
  report(
    accounts
      .command("create")
      .description("Create an account and print its id. Create keys with `winnow keys create`.")
      .requiredOption("--email <address>", "whose account it is")
      .option("--name <words>", "the user's name")
      .option("--plan <plan>", "its plan: `winnow plans` lists them", "free")
      .option("--points <n>", "points to start with, instead of the plan's", wholeNumber)
      .addOption(new Option("--role <role>", "the user's role").choices(["member", "admin"]).default("member")),
    async ({ accounts }, given: NewAccount) => {
      const { id } = await accounts.createAccount(given);
      return { result: { id, email: given.email }, text: id };
    },
  );
  report(
    accounts
      .command("list")
      .description("List all accounts with their points.")
      .option("--search <words>", "only those whose address or name contains the words", ""),
    async ({ accounts }, { search }: { search: string }) => ({
      result: (await accounts.listAccounts({ search })).rows.map(({ email, name, plan, points, role, created_at }) => ({
        email,
        name,
        plan,
        points,
        role,
        created: formatDate(created_at),
      })),
    }),
  );
  report(
    ofAccount(accounts.command("show").description("Show one account: points, keys and last ledger entries.")),
    async (parts, options: AccountOptions) => {
      const account = await shownAccount(parts, options);
      const keys = await shownKeys(parts, account.id);
      const ledger = (await parts.accounts.ledgerOf(account.id, 20)).map(({ at, kind, amount, balance, note }) => ({
        at: formatDate(at),
        kind,
        amount,
        balance,
        note: note ?? "",
      }));
      return { result: { account, keys, ledger }, tables: [account, keys, ledger] };
    },
  );
  report(
    ofAccount(
      accounts
        .command("set-plan")
        .description(
          "Change an account's plan. If the new plan has more points a month, the difference is added at once.",
        )
        .argument("<plan>", "`winnow plans` lists them"),
    ),
    async (parts, plan: string, options: AccountOptions) => {
      const { id, label, named, plan: before } = await namedAccount(parts, options);
      const { points } = await parts.accounts.setPlan(id, plan);
      await audit(parts, "set plan", id, { plan: before }, { plan });
      return { result: { ...named, plan, points }, text: `${label} is on ${plan}, with ${points} points` };
    },
  );
  report(
    ofAccount(
      accounts
        .command("grant")
        .description("Add points. With --correction, a negative number removes points.")
        .argument("<points>", "how many", signedNumber),
    )
      .option("--note <words>", "reason, for the ledger")
      .option("--correction", "record it as a correction"),
    async (parts, amount: number, given: AccountOptions & { note?: string; correction?: true }) => {
      const { note, correction } = given;
      const { id, label, named } = await namedAccount(parts, given);
      const kind = correction ? "correction" : "grant";
      const { points } = await parts.accounts.grant(id, amount, { kind, note: note || null });
      await audit(parts, kind, id, { points: points - amount }, { points });
      return { result: { ...named, points }, text: `${label} has ${points} points` };
    },
  );
  registerMembers(program, accounts, report);
  const admin = program.command("admin").description("Grant or revoke access to the admin pages.");
  const setting = (name: string, description: string, role: "member" | "admin", outcome: string) =>
    report(
      admin.command(name).description(description).requiredOption("--email <address>", "the person's address"),
      async (parts, { email }: { email: string }) => {
        const account = await accountWith(parts, email);
        await parts.accounts.setRole(account.id, role);
        await audit(parts, "role", account.id, { role: account.role }, { role });
        return { result: { email, role }, text: `${email} ${outcome}` };
      },
    );
  const promoted =
    "Make an account an administrator. Its address must be confirmed, or the account created on this command line.";
  setting("grant", promoted, "admin", "is an administrator");
  setting("revoke", "Remove administrator rights.", "member", "is no longer an administrator");
  report(program.command("plans").description("List the plans with their points and limits."), async ({ plans }) => {
    const all = Object.entries(plans);
    const rows = all.map(([plan, { points, once, ...limits }]) => ({
      plan,
      points: `${points} ${once ? "once" : "a month"}`,
      "10 s": limits.ten_second,
      minute: limits.minutely,
      hour: limits.hourly,
      day: limits.daily,
      month: limits.monthly,
    }));
    const result = all.map(([plan, { once, ...terms }]) => ({ plan, every: once ? "once" : "month", ...terms }));
    return { result, tables: [rows] };
  });
}

const signedNumber = (raw: string): number => {
  if (!/^-?\d{1,15}$/.test(raw)) throw new InvalidArgumentError("must be a whole number");
  return Number(raw);
};

const audit = ({ store }: OpenedAccounts, what: string, subject: string, before: unknown, after: unknown) =>
  appendAudit(store.db, { at: Date.now(), who: COMMAND_LINE, what, subject, before, after });

/** An account by its person's address or its id, and what to call it. */
async function namedAccount(parts: OpenedAccounts, { email, account: id }: AccountOptions) {
  if (email !== undefined) return { ...(await accountWith(parts, email)), label: email, named: { email } };
  if (id === undefined) throw new CommandFailed("name the account with --email or --account");
  const found = await parts.store.db.selectFrom("accounts").where("id", "=", id).selectAll().executeTakeFirst();
  if (!found) throw new CommandFailed(`no account ${id}`);
  return { ...found, name: found.name ?? "", label: found.name ?? id, named: { account: id } };
}

async function shownAccount(parts: OpenedAccounts, options: AccountOptions) {
  const found = await namedAccount(parts, options);
  const { id, name, plan, created_at } = found;
  const { points } = await parts.metering.accrue(id);
  if (!("role" in found)) return { id, name, plan, points, created: formatDate(created_at) };
  const { email, role, last_login_at } = found;
  const times = { created: formatDate(created_at), last_login: formatDate(last_login_at) };
  return { id, email, name, plan, points, role, ...times };
}

const shownKeys = async ({ accounts }: OpenedAccounts, accountId: string) =>
  (await accounts.listKeys(accountId)).map((key) => ({
    id: key.id,
    name: key.name,
    key: `${key.prefix}…`,
    primary: key.is_primary,
    spent: key.spent,
    cap: key.spending_cap ?? "none",
    expires: formatDate(key.expires_at),
    revoked: formatDate(key.revoked_at),
    last_used: formatDate(key.last_used_at),
  }));
