import type { Command } from "commander";
import { type CommandContext, reporting } from "./command-context.ts";

export function registerMembers(program: Command, context: CommandContext): void {
  reporting(
    program
      .command("members")
      .description("List the members of accounts with several people, and the points of those accounts.")
      .option("--account <id>", "only this account"),
    context,
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
        .select(["accounts.id as account", "accounts.name", "people.email", "members.role", "accounts.plan"])
        .select(({ fn, val }) => fn.coalesce("balances.points", val(0)).as("points"))
        .execute();
      return { result };
    },
  );
}
