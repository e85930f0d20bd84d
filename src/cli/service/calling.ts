import type { Command } from "commander";
import { exitCodesHelp } from "../exit-codes.ts";
import { type OutputOptions, withOutputOptions } from "../output/records.ts";
import { type Connected, connect, type ServiceOptions, withServiceOptions } from "./connect.ts";
import { asFailure } from "./failure.ts";

export type CallOptions = ServiceOptions & OutputOptions;

/** The options and exit codes of a command that calls a service and prints rows. */
export const withCallOptions = (command: Command, examples = ""): Command =>
  withServiceOptions(withOutputOptions(command)).addHelpText("after", `${examples}${exitCodesHelp}`);

/**
 * The action of a command that calls a service: receives the service before its own arguments and options, and turns the
 * client's errors into a failed command.
 */
export const calling =
  <A extends unknown[]>(act: (service: Connected, ...words: A) => Promise<void>, needs: "key" | "no key" = "key") =>
  async (...words: A): Promise<void> => {
    // Commander passes the options and the command last.
    const service = connect(words.at(-2) as ServiceOptions, needs);
    try {
      await act(service, ...words);
    } catch (error) {
      throw asFailure(error, service.url, words.at(-1) as Command);
    }
  };
