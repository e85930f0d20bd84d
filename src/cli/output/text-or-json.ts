import { Option } from "commander";

export interface TextOrJson {
  output: "text" | "json";
}

/** `--output`, for commands that print a line, a key or small tables: text for humans even in a pipe. */
export const textOrJson = (): Option =>
  new Option("--output <format>", "how to print the result").choices(["text", "json"]).default("text");

export interface TableOrJson {
  output: "table" | "json";
}

/** `--output`, for commands that print one table. */
export const tableOrJson = (): Option =>
  new Option("--output <form>", "how to print").choices(["table", "json"]).default("table");

/** Prints a result in the requested format. */
export function tell(to: Pick<Console, "log">, { output }: TextOrJson, result: unknown, inWords: () => void): void {
  if (output === "json") to.log(JSON.stringify(result, null, 2));
  else inWords();
}
