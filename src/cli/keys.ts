import { type Command, Option } from "commander";
import { readConfig } from "../app/config.ts";
import { installedSources } from "../app/installed-sources.ts";
import { commaList, wholeNumber } from "./arguments.ts";
import { type CommandContext, ownContext } from "./command-context.ts";
import { CommandFailed } from "./command-failed.ts";
import { type TextOrJson, tell, textOrJson } from "./output/text-or-json.ts";

interface CreateOptions extends TextOrJson {
  email: string;
  plan?: string;
  points?: number;
  sources?: string[];
  usageContext: "standard" | "mcp_only";
  name?: string;
}

export function registerKeys(program: Command, context = ownContext()): Command {
  const { create, list, revoke } = commandsWith(context);
  const keys = program.command("keys").description("Create, list and revoke API keys.");
  keys
    .command("create")
    .addOption(textOrJson())
    .description("Create a key, and an account if the address is new. Prints only the key; it is shown only once.")
    .requiredOption("--email <address>", "the account's address")
    .option("--plan <plan>", "plan of a new account, or the account's new plan")
    .option("--points <n>", "points of a new account (default: those of its plan)", wholeNumber)
    .option("--sources <a,b>", "sources the key may use (default: all)", commaList)
    .addOption(
      new Option("--usage-context <where>", "where the key works")
        .choices(["standard", "mcp_only"])
        .default("standard"),
    )
    .option("--name <words>", "name of the key")
    .action(create);
  keys
    .command("list")
    .addOption(textOrJson())
    .description("List the keys of an account.")
    .requiredOption("--email <address>", "the account's address")
    .action(list);
  keys
    .command("revoke")
    .addOption(textOrJson())
    .description("Revoke a key at once.")
    .argument("<key-id>", "id of the key, from `winnow keys list`")
    .action(revoke);
  return keys;
}

function commandsWith({ withParts, console }: CommandContext) {
  async function create(options: CreateOptions): Promise<void> {
    if (options.sources) {
      const known = (await installedSources(readConfig(process.env))).map(({ name }) => name);
      const unknown = options.sources.filter((source) => !known.includes(source));
      if (unknown.length > 0) {
        throw new CommandFailed(`--sources: no source "${unknown.join('", "')}"; there are ${known.join(", ")}`);
      }
    }
    const { email, plan, points = null, name = "Command line", sources = null } = options;
    const made = await withParts(async ({ accounts }) => {
      const known = await accounts.findByEmail(email);
      const person = known ?? (await accounts.createAccount({ email, plan: plan ?? "free", points }));
      if (known && plan !== undefined && plan !== known.plan) await accounts.setPlan(known.id, plan);
      return accounts.createKey(
        person.id,
        { name, sources, usage_context: options.usageContext },
        { by: "command line" },
      );
    });
    tell(console, options, { id: made.key.id, email, key: made.secret }, () => console.log(made.secret));
  }

  async function list({ email, ...options }: TextOrJson & { email: string }): Promise<void> {
    const keys = await withParts(async ({ accounts }) => {
      const person = await accounts.findByEmail(email);
      if (!person) throw new CommandFailed(`no account for ${email}`);
      return accounts.listKeys(person.id);
    });
    const rows = keys.map(({ id, name, prefix, usage_context, sources, revoked_at, expires_at }) => ({
      id,
      name,
      key: `${prefix}…`,
      use: usage_context,
      sources: sources?.join(",") ?? "all",
      state: stateOf(revoked_at, expires_at),
    }));
    tell(console, options, rows, () => console.table(rows));
  }

  async function revoke(id: string, options: TextOrJson): Promise<void> {
    const revoked = await withParts(({ accounts }) => accounts.revokeKey(id, { by: "command line" }));
    if (!revoked) throw new CommandFailed(`no active key ${id}`);
    tell(console, options, { id, state: "revoked" }, () => console.log(`revoked ${id}`));
  }

  return { create, list, revoke };
}

function stateOf(revokedAt: number | null, expiresAt: number | null): "revoked" | "expired" | "active" {
  if (revokedAt) return "revoked";
  return expiresAt && expiresAt < Date.now() ? "expired" : "active";
}
