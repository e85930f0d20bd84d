import { type Command, InvalidArgumentError, Option } from "commander";
import { appendAudit } from "../accounts/audit-log.ts";
import type { Person } from "../accounts/types.ts";
import type { AccountParts } from "../app/open-accounts.ts";
import { wholeNumber } from "./arguments.ts";
import { type CommandContext, ownContext } from "./command-context.ts";
import { CommandFailed } from "./command-failed.ts";
import { type TextOrJson, tell, textOrJson } from "./output/text-or-json.ts";

const dateOf = (at: number | null): string => (at === null ? "" : new Date(at).toISOString());

/** `accounts`, `plans`, and the owner's actions on a key besides creating and revoking it. */
export function registerAccountCommands(program: Command, keys: Command, context = ownContext()): void {
  const { create, list, show, setPlan, grant, setRole, rotate, cap, plans } = commandsWith(context);
  const accounts = program.command("accounts").description("Create, list and change accounts.");
  accounts
    .command("create")
    .addOption(textOrJson())
    .description("Create an account and print its id. Create keys with `winnow keys create`.")
    .requiredOption("--email <address>", "whose account it is")
    .option("--name <words>", "what to call the person")
    .option("--plan <plan>", "its plan: `winnow plans` lists them", "free")
    .option("--points <n>", "points to start with, instead of the plan's", wholeNumber)
    .addOption(new Option("--role <role>", "what the person may do").choices(["member", "admin"]).default("member"))
    .action(create);
  accounts
    .command("list")
    .addOption(textOrJson())
    .description("List all accounts with their points.")
    .option("--search <words>", "only those whose address or name holds the words", "")
    .action(list);
  accounts
    .command("show")
    .addOption(textOrJson())
    .description("Show one account: points, keys and last ledger entries.")
    .requiredOption("--email <address>", "the account's address")
    .action(show);
  accounts
    .command("set-plan")
    .addOption(textOrJson())
    .description("Change an account's plan. If the new plan has more points a month, the difference is added at once.")
    .argument("<plan>", "`winnow plans` lists them")
    .requiredOption("--email <address>", "the account's address")
    .action(setPlan);
  accounts
    .command("grant")
    .addOption(textOrJson())
    .description("Add points. With --correction, a negative number removes points.")
    .argument("<points>", "how many", signedNumber)
    .requiredOption("--email <address>", "the account's address")
    .option("--note <words>", "reason, for the ledger")
    .option("--correction", "record it as a correction")
    .action(grant);
  const admin = program.command("admin").description("Grant or revoke access to the admin pages.");
  admin
    .command("grant")
    .addOption(textOrJson())
    .description(
      "Make an account an administrator. Its address must be confirmed, or the account created on this command line.",
    )
    .requiredOption("--email <address>", "the account's address")
    .action((options) => setRole("admin", options));
  admin
    .command("revoke")
    .addOption(textOrJson())
    .description("Remove administrator rights.")
    .requiredOption("--email <address>", "the account's address")
    .action((options) => setRole("member", options));
  keys
    .command("rotate")
    .addOption(textOrJson())
    .description("Replace a key with a new one. Prints only the new key; it is shown only once.")
    .argument("<key-id>", "id of the key, from `winnow keys list`")
    .addOption(
      new Option("--overlap <time>", "how long the old key still works: 90s, 30m, 24h, 7d, or 0")
        .argParser(duration)
        .default(duration("24h"), "24h"),
    )
    .action(rotate);
  keys
    .command("cap")
    .addOption(textOrJson())
    .description("Set the spending cap of a key: the most points it may ever spend.")
    .argument("<key-id>", "id of the key, from `winnow keys list`")
    .argument("<points>", "a whole number, or `none`", (raw) => (raw === "none" ? null : wholeNumber(raw)))
    .action(cap);
  program
    .command("plans")
    .addOption(textOrJson())
    .description("List the plans with their points and limits.")
    .action(plans);
}

const signedNumber = (raw: string): number => {
  if (!/^-?\d{1,15}$/.test(raw)) throw new InvalidArgumentError("must be a whole number");
  return Number(raw);
};

const unitMs: Record<string, number> = { "": 1_000, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

function duration(raw: string): number {
  const [, count, unit = ""] = /^(\d{1,9})([smhd]?)$/.exec(raw) ?? [];
  const ms = unitMs[unit];
  if (count === undefined || ms === undefined)
    throw new InvalidArgumentError("must be a time such as 90s, 30m, 24h, 7d, or 0");
  return Number(count) * ms;
}

async function personWith({ accounts }: AccountParts, email: string): Promise<Person> {
  const person = await accounts.findByEmail(email);
  if (person) return person;
  const unconfirmed = (await accounts.listAccounts({ search: email })).some((one) => one.email === email.toLowerCase());
  throw new CommandFailed(
    unconfirmed
      ? `somebody signed up with ${email}, but has not confirmed that it is theirs: it has no account before that`
      : `no account for ${email}`,
  );
}

/** The author in the audit log. */
const COMMAND_LINE = "command line";

const audit = ({ store }: AccountParts, what: string, subject: string, before: unknown, after: unknown) =>
  appendAudit(store.db, { at: Date.now(), who: COMMAND_LINE, what, subject, before, after });

interface CreateOptions extends TextOrJson {
  email: string;
  name?: string;
  plan: string;
  points?: number;
  role: "member" | "admin";
}

interface AccountOptions extends TextOrJson {
  email: string;
}

interface GrantOptions extends TextOrJson {
  email: string;
  note?: string;
  correction?: true;
}

function commandsWith({ withParts, console }: CommandContext) {
  async function create({ email, name, plan, points, role, ...options }: CreateOptions): Promise<void> {
    const { id } = await withParts(({ accounts }) =>
      accounts.createAccount({ email, plan, role, points: points ?? null, ...(name !== undefined && { name }) }),
    );
    tell(console, options, { id, email }, () => console.log(id));
  }

  async function list({ search, ...options }: TextOrJson & { search: string }): Promise<void> {
    const people = await withParts(({ accounts }) => accounts.listAccounts({ search }));
    const rows = people.map(({ email, name, plan, points, role, created_at }) => ({
      email,
      name,
      plan,
      points,
      role,
      created: dateOf(created_at),
    }));
    tell(console, options, rows, () => console.table(rows));
  }

  async function show({ email, ...options }: AccountOptions): Promise<void> {
    await withParts(async (parts) => {
      const { id, name, plan, role, created_at, last_login_at } = await personWith(parts, email);
      const { points } = await parts.metering.accrue(id);
      const account = {
        ...{ id, email, name, plan, points, role },
        created: dateOf(created_at),
        last_login: dateOf(last_login_at),
      };
      const keys = (await parts.accounts.listKeys(id)).map((key) => ({
        id: key.id,
        name: key.name,
        key: `${key.prefix}…`,
        primary: key.is_primary,
        spent: key.spent,
        cap: key.spending_cap ?? "none",
        expires: dateOf(key.expires_at),
        revoked: dateOf(key.revoked_at),
        last_used: dateOf(key.last_used_at),
      }));
      const ledger = (await parts.accounts.ledgerOf(id, 20)).map(({ at, kind, amount, balance, note }) => ({
        at: dateOf(at),
        kind,
        amount,
        balance,
        note: note ?? "",
      }));
      tell(console, options, { account, keys, ledger }, () => {
        for (const table of [account, keys, ledger]) console.table(table);
      });
    });
  }

  async function setPlan(plan: string, { email, ...options }: AccountOptions): Promise<void> {
    const points = await withParts(async (parts) => {
      const person = await personWith(parts, email);
      const set = await parts.accounts.setPlan(person.id, plan);
      await audit(parts, "set plan", person.id, { plan: person.plan }, { plan });
      return set.points;
    });
    tell(console, options, { email, plan, points }, () => console.log(`${email} is on ${plan}, with ${points} points`));
  }

  async function grant(amount: number, { email, note = "", correction, ...options }: GrantOptions): Promise<void> {
    const points = await withParts(async (parts) => {
      const { id } = await personWith(parts, email);
      const kind = correction ? "correction" : "grant";
      const given = await parts.accounts.grant(id, amount, { kind, note: note || null });
      await audit(parts, kind, id, { points: given.points - amount }, { points: given.points });
      return given.points;
    });
    tell(console, options, { email, points }, () => console.log(`${email} has ${points} points`));
  }

  async function setRole(role: "member" | "admin", { email, ...options }: AccountOptions): Promise<void> {
    await withParts(async (parts) => {
      const person = await personWith(parts, email);
      await parts.accounts.setRole(person.id, role);
      await audit(parts, "role", person.id, { role: person.role }, { role });
    });
    tell(console, options, { email, role }, () =>
      console.log(role === "admin" ? `${email} is an administrator` : `${email} is no longer an administrator`),
    );
  }

  async function rotate(id: string, { overlap, ...options }: TextOrJson & { overlap: number }): Promise<void> {
    const rotated = await withParts(({ accounts }) => accounts.rotateKey(id, overlap, { by: COMMAND_LINE }));
    if (!rotated) throw new CommandFailed(`no active key ${id}`);
    const ends = overlap > 0 ? dateOf(Date.now() + overlap) : null;
    tell(console, options, { id, key: rotated.secret, old_key_works_until: ends }, () => {
      console.error(`The old key ${ends ? `works until ${ends}` : "has ended"}. The new key:`);
      console.log(rotated.secret);
    });
  }

  async function cap(id: string, points: number | null, options: TextOrJson): Promise<void> {
    const set = await withParts(({ accounts }) => accounts.setCap(id, points));
    if (!set) throw new CommandFailed(`no key ${id}`);
    tell(console, options, { id, spending_cap: points }, () =>
      console.log(points === null ? `${id} has no cap` : `${id} may spend ${points} points in all`),
    );
  }

  async function plans(options: TextOrJson): Promise<void> {
    const all = Object.entries(await withParts(async ({ plans }) => plans));
    const result = all.map(([plan, { once, ...terms }]) => ({ plan, every: once ? "once" : "month", ...terms }));
    const rows = all.map(([plan, { points, once, ...limits }]) => ({
      plan,
      points: `${points} ${once ? "once" : "a month"}`,
      "10 s": limits.ten_second,
      minute: limits.minutely,
      hour: limits.hourly,
      day: limits.daily,
      month: limits.monthly,
    }));
    tell(console, options, result, () => console.table(rows));
  }

  return { create, list, show, setPlan, grant, setRole, rotate, cap, plans };
}
