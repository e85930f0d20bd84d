import type { Command } from "commander";
import { optionRows } from "../../contract/call-options.ts";
import type { JsonSchema } from "../../contract/json-schema.ts";
import { optionFor } from "../endpoints/option.ts";

/** A client's option, with the command line's. */
const offered = (place: "call" | "job" | "batch") =>
  optionRows
    .filter(([, option]) => option.in.includes("cli") && option.in.includes(place))
    .map(([name, { schema, ofClients }]) => {
      const { "x-client-name": clientName = name }: JsonSchema = schema;
      const inClient = clientName.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
      return {
        inClient,
        option: optionFor({
          name,
          clientName: inClient,
          schema: { ...schema, ...(ofClients && { description: ofClients }) },
        }),
      };
    });

/** The options of a call, for a command that makes one or stores it. */
export function withOptionsOf(place: "call" | "job" | "batch", command: Command): Command {
  for (const { option } of offered(place)) command.addOption(option);
  return command;
}

/** What was given of them, for the client. */
export const givenOptions = (place: "call" | "job" | "batch", given: object): Record<string, never> =>
  Object.fromEntries(
    offered(place).flatMap(({ inClient, option }) => {
      const value: unknown = Reflect.get(given, option.attributeName());
      // Commander has `--no-cache` as a `cache` that is true without it.
      const said = option.negate ? value === false || undefined : value;
      return said === undefined ? [] : [[inClient, said as never]];
    }),
  );
