import { Argument, Command } from "commander";
import type { TSchema } from "typebox";
import type { JsonSchema } from "../contract/json-schema.ts";
import { fieldLookup } from "../contract/lookup.ts";
import { type Group, registerAll } from "./command-groups.ts";
import { type Completions, scripts } from "./completion-scripts.ts";
import { write } from "./output/write.ts";
import { programName } from "./program-name.ts";

export interface CompletedOperation {
  name: string;
  fields: Record<string, TSchema>;
}

export const completing = (groups: readonly Group[], operations: () => Promise<CompletedOperation[]>) => ({
  register: (program: Command) =>
    program
      .command("completion")
      .description("Print a shell script that completes commands, options, operations and fields.")
      .addArgument(new Argument("<shell>").choices(Object.keys(scripts)))
      .addHelpText(
        "after",
        `
To use it:
  bash  eval "$(npx ${programName} completion bash)"                      in ~/.bashrc
  zsh   eval "$(npx ${programName} completion zsh)"                       in ~/.zshrc, after compinit
  fish  npx ${programName} completion fish > ~/.config/fish/completions/${programName}.fish`,
      )
      .action(async (shell: keyof typeof scripts) => {
        const whole = new Command("winnow");
        await registerAll(whole, groups);
        await write(scripts[shell](completionsOf(whole, await operations())));
      }),
});

/** Completions from the commands themselves, and from the operations after a command that takes one. */
function completionsOf(program: Command, operations: CompletedOperation[]): Completions {
  const found: Completions = new Map();
  const commands = walk(program, [], found);
  for (const command of commands) {
    const options = found.get(command) ?? [];
    found.set(command, [...operations.map(({ name }) => name), ...options]);
    for (const { name, fields } of operations)
      found.set(`${command} ${name}`, [...wordsFor(command, fields), ...options]);
  }
  return found;
}

/** Completions after the operation's name. */
function wordsFor(command: string, fields: CompletedOperation["fields"]): string[] {
  if (command === "describe") return [];
  const given = Object.entries(fields).flatMap(([field, schema]) => [
    `${field}=`,
    ...valuesOf(schema).map((value) => `${field}=${value}`),
  ]);
  if (command !== "lookup") return given;
  return [...Object.keys(fields).filter((name) => fieldLookup(fields[name])), ...given];
}

/** Longer lists are for `describe` and `lookup`: nobody reads them on a command line. */
const LONGEST_LIST = 40;

/** The values of a field with a list, without those that a shell would need quoted. */
function valuesOf(schema: JsonSchema): string[] {
  const values = schema.enum ?? schema.items?.enum ?? schema.anyOf?.flatMap(valuesOf) ?? [];
  return values.length > LONGEST_LIST ? [] : values.filter((value) => /^[\w.+-]+$/.test(String(value))).map(String);
}

/** Returns the commands whose first argument is an operation. */
function walk(command: Command, path: string[], found: Completions): string[] {
  const options = command.options.flatMap(({ long }) => long ?? []);
  for (const { long, argChoices } of command.options) {
    if (long && argChoices) found.set(long, [...new Set([...(found.get(long) ?? []), ...argChoices])]);
  }
  const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
  found.set(path.join(" "), [...command.commands.map((inner) => inner.name()), ...choices, ...options, "--help"]);
  const takesOperation = command.registeredArguments[0]?.name() === "operation";
  return [
    ...(takesOperation ? [path.join(" ")] : []),
    ...command.commands.flatMap((inner) => walk(inner, [...path, inner.name()], found)),
  ];
}
