import type { Command } from "commander";
import { readConfig } from "../../app/config.ts";
import { type OpenedAccounts, withAccounts } from "../../app/open-accounts.ts";
import { iso } from "../../base/iso.ts";
import { formatTable } from "../output/table.ts";
import { textOrJson } from "../output/text-or-json.ts";

/** What the commands on accounts and keys operate on, and where they print. */
export interface CommandContext {
  withParts<T>(work: (parts: OpenedAccounts) => Promise<T>): Promise<T>;
  console: Pick<Console, "log" | "error">;
}

/** The configured store, and the terminal. */
export const ownContext = (): CommandContext => ({
  withParts: (work) => withAccounts(readConfig(process.env), work),
  console,
});

/** The outcome of a command: `result` for programs; for humans its text, else its tables, else the result as a table. */
export interface Outcome {
  result: unknown;
  text?: string;
  /** Printed before the text, but not on stdout. */
  remark?: string;
  tables?: unknown[];
}

/** Lets commands work on the store and print their outcome in the requested format. */
export const reporting =
  ({ withParts, console }: CommandContext) =>
  <Given extends unknown[]>(
    command: Command,
    work: (parts: OpenedAccounts, ...given: Given) => Promise<Outcome>,
  ): Command =>
    command.addOption(textOrJson()).action(async (...words: unknown[]) => {
      // Commander passes the options and the command last.
      const given = words.slice(0, -1) as Given;
      const { output } = given.at(-1) as { output: "text" | "json" };
      const { result, text, remark, tables = [result] } = await withParts((parts) => work(parts, ...given));
      if (output === "json") return console.log(JSON.stringify(result, null, 2));
      if (remark !== undefined) console.error(remark);
      if (text !== undefined) return console.log(text);
      for (const table of tables) console.log(tableText(table));
    });

export type Report = ReturnType<typeof reporting>;

/** Rows as columns; a single object as its fields, one a line. */
function tableText(table: unknown): string {
  const rows = Array.isArray(table)
    ? (table as Array<Record<string, unknown>>)
    : Object.entries(table as object).map(([field, value]) => ({ field, value }));
  return rows.length === 0 ? "None." : formatTable(rows, Object.keys(rows[0]!)).trimEnd();
}

/** The author in the audit log. */
export const COMMAND_LINE = "command line";

export const formatDate = (at: number | null): string => (at === null ? "" : iso(at));
