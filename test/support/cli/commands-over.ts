import { Console } from "node:console";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { Command } from "commander";
import { defaultPlans } from "../../../src/accounts/plans.ts";
import { register } from "../../../src/cli/operator/accounts-commands.ts";
import { localWindows } from "../../../src/store/shared-windows.ts";
import type { Metered } from "../metering/metered.ts";

/** Runs commands on accounts and keys as from a shell, on the suite's own store: opening one takes a second. */
export function commandsOver(metered: Metered) {
  /** A command's stdout and stderr. */
  async function printedBy(...words: string[]): Promise<{ printed: string; said: string }> {
    const [printed, said] = [new PassThrough(), new PassThrough()];
    const program = new Command("winnow").exitOverride().configureOutput({ writeErr: () => {} });
    const context = {
      withParts: <T>(work: (parts: never) => Promise<T>) =>
        work({
          ...metered,
          plans: defaultPlans,
          windows: localWindows(metered.clock),
          [Symbol.asyncDispose]: async () => {},
        } as never),
      console: new Console(printed, said),
    };
    register(program, context);
    await program.parseAsync(words, { from: "user" });
    printed.end();
    said.end();
    return { printed: (await text(printed)).trim(), said: (await text(said)).trim() };
  }
  const winnow = async (...words: string[]): Promise<string> => (await printedBy(...words)).printed;
  const json = async (...words: string[]): Promise<any> => JSON.parse(await winnow(...words, "--output", "json"));
  return { winnow, json, printedBy };
}
