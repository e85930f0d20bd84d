import { Option } from "commander";
import { formatTable } from "./table.ts";
import { write } from "./write.ts";

/** `--output`, for commands that print a line, a key or small tables: text for humans even in a pipe. */
export const textOrJson = (): Option =>
  new Option("--output <format>", "how to print the result").choices(["text", "json"]).default("text");

export interface TableOrJson {
  output: "table" | "json";
}

/** `--output`, for commands that print one table. */
export const tableOrJson = (): Option =>
  new Option("--output <form>", "how to print").choices(["table", "json"]).default("table");

/** Prints a result as JSON, or its rows as a table. */
export const printTable = (output: TableOrJson["output"], result: unknown, rows: Array<Record<string, unknown>>) =>
  write(output === "json" ? `${JSON.stringify(result, null, 2)}\n` : formatTable(rows, Object.keys(rows[0] ?? {})));
