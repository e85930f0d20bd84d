import { type Command, InvalidArgumentError, Option } from "commander";
import type { KeyMode, Retention } from "../../accounts/types.ts";
import { readConfig } from "../../app/config.ts";
import { installedSources } from "../../app/installed-sources.ts";
import { commaList, pointsOrNone, wholeNumber } from "../arguments.ts";
import { CommandFailed } from "../command-failed.ts";
import { COMMAND_LINE, formatDate, type Report } from "./command-context.ts";

interface NewKeyOptions {
  email: string;
  plan?: string;
  points?: number;
  sources?: string[];
  usageContext: "standard" | "mcp_only";
  manageDelivery?: true;
  retain: Retention;
  mode: KeyMode;
  name?: string;
}

export function registerKeys(program: Command, report: Report): void {
  const keys = program.command("keys").description("Create, list and revoke API keys.");
  report(
    keys
      .command("create")
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
      .option("--manage-delivery", "let it manage webhooks and destinations although it is limited to some sources")
      .addOption(
        new Option("--mode <mode>", "`test`: it reads stand-ins, and costs practice points")
          .choices(["live", "test"])
          .default("live"),
      )
      .addOption(
        new Option("--retain <what>", "`none` keeps nothing of its calls but their charges")
          .choices(["usual", "none"])
          .default("usual"),
      )
      .option("--name <words>", "name of the key"),
    async ({ accounts }, options: NewKeyOptions) => {
      const { email, plan, points = null, name = "Command line", sources = null, usageContext, retain, mode } = options;
      if (sources) await refuseUnknown(sources, "--sources");
      const known = await accounts.findByEmail(email);
      const { id } = known ?? (await accounts.createAccount({ email, plan: plan ?? "free", points }));
      if (known && plan !== undefined && plan !== known.plan) await accounts.setPlan(known.id, plan);
      const manages_delivery = options.manageDelivery ?? null;
      const key = { name, sources, usage_context: usageContext, manages_delivery, retain, mode };
      const made = await accounts.createKey(id, key, { by: COMMAND_LINE });
      return { result: { id: made.key.id, email, key: made.secret }, text: made.secret };
    },
  );
  report(
    keys
      .command("list")
      .description("List the keys of an account.")
      .requiredOption("--email <address>", "the account's address"),
    async ({ accounts }, { email }: { email: string }) => {
      const account = await accounts.findByEmail(email);
      if (!account) throw new CommandFailed(`no account for ${email}`);
      const rows = (await accounts.listKeys(account.id)).map((key) => ({
        id: key.id,
        name: key.name,
        key: `${key.prefix}…`,
        use: key.usage_context,
        sources: key.sources?.join(",") ?? "all",
        state: stateOf(key.revoked_at, key.expires_at),
      }));
      return { result: rows };
    },
  );
  const keyCommand = (name: string, description: string): Command =>
    keys.command(name).description(description).argument("<key-id>", "id of the key, from `winnow keys list`");
  report(keyCommand("revoke", "Revoke a key at once."), async ({ accounts }, id: string) => {
    if (!(await accounts.revokeKey(id, { by: COMMAND_LINE }))) throw new CommandFailed(`no active key ${id}`);
    return { result: { id, state: "revoked" }, text: `revoked ${id}` };
  });
  report(
    keyCommand("rotate", "Replace a key with a new one. Prints only the new key; it is shown only once.").addOption(
      new Option("--overlap <time>", "how long the old key still works: 90s, 30m, 24h, 7d, or 0")
        .argParser(duration)
        .default(duration("24h"), "24h"),
    ),
    async ({ accounts }, id: string, { overlap }: { overlap: number }) => {
      const rotated = await accounts.rotateKey(id, overlap, { by: COMMAND_LINE });
      if (!rotated) throw new CommandFailed(`no active key ${id}`);
      const ends = overlap > 0 ? formatDate(Date.now() + overlap) : null;
      return {
        result: { id, key: rotated.secret, old_key_works_until: ends },
        remark: `The old key ${ends ? `works until ${ends}` : "has ended"}. The new key:`,
        text: rotated.secret,
      };
    },
  );
  report(
    keyCommand("cap", "Set the spending cap of a key: the most points it may ever spend.").argument(
      "<points>",
      "a whole number, or `none`",
      pointsOrNone,
    ),
    async ({ accounts }, id: string, points: number | null) => {
      const changed = await accounts.changeKey(id, { spending_cap: points }, { by: COMMAND_LINE });
      if (!changed) throw new CommandFailed(`no active key ${id}`);
      const text = points === null ? `${id} has no cap` : `${id} may spend ${points} points in all`;
      return { result: { id, spending_cap: points }, text };
    },
  );
}

export async function refuseUnknown(sources: string[], where: string): Promise<void> {
  const known = (await installedSources(readConfig(process.env))).map(({ name }) => name);
  const unknown = sources.filter((source) => !known.includes(source));
  if (unknown.length === 0) return;
  throw new CommandFailed(`${where}: no source "${unknown.join('", "')}"; there are ${known.join(", ")}`);
}

const unitMs: Record<string, number> = { "": 1_000, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

function duration(raw: string): number {
  const [, count, unit = ""] = /^(\d{1,9})([smhd]?)$/.exec(raw) ?? [];
  const ms = unitMs[unit];
  if (count === undefined || ms === undefined)
    throw new InvalidArgumentError("must be a time such as 90s, 30m, 24h, 7d, or 0");
  return Number(count) * ms;
}

function stateOf(revokedAt: number | null, expiresAt: number | null): "revoked" | "expired" | "active" {
  if (revokedAt) return "revoked";
  return expiresAt && expiresAt < Date.now() ? "expired" : "active";
}
