import { programName } from "../program-name.ts";

/** Prints a sentence for humans; for programs, whenever stderr is not a terminal, one line of JSON. */
export function printError(message: string, exitCode: number, facts: Record<string, unknown> = {}): void {
  if (process.stderr.isTTY) process.stderr.write(`${programName}: ${message}\n`);
  else process.stderr.write(`${JSON.stringify({ error: { message, exit_code: exitCode, ...facts } })}\n`);
}
