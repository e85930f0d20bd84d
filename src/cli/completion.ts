import { Argument, Command } from "commander";
import { lookupOf } from "../contract/lookup.ts";
import type { Operation } from "../contract/operation.ts";
import { createRegistry } from "../service/registry.ts";
import { findSources } from "../sources/find-sources.ts";
import { type Completions, scripts } from "./completion-scripts.ts";
import { write } from "./output/write.ts";

export function registerCompletion(program: Command, registerAll: (program: Command) => Promise<void>): void {
  program
    .command("completion")
    .description("Print a shell script that completes commands, options, operations and fields.")
    .addArgument(new Argument("<shell>").choices(Object.keys(scripts)))
    .addHelpText(
      "after",
      `
To use it:
  bash  eval "$(npx winnow completion bash)"                      in ~/.bashrc
  zsh   eval "$(npx winnow completion zsh)"                       in ~/.zshrc, after compinit
  fish  npx winnow completion fish > ~/.config/fish/completions/winnow.fish`,
    )
    .action(async (shell: keyof typeof scripts) => {
      const whole = new Command("winnow");
      await registerAll(whole);
      await write(scripts[shell](await completionsOf(whole)));
    });
}

/** What can follow which words: out of the commands themselves, and of the operations of this checkout. */
async function completionsOf(program: Command): Promise<Completions> {
  const found: Completions = new Map();
  walk(program, [], found);
  const { entries } = createRegistry(await findSources());
  for (const taker of ["call", "batch", "describe", "lookup"]) {
    const options = found.get(taker) ?? [];
    found.set(taker, [...entries.map(({ name }) => name), ...options]);
    for (const { name, operation } of entries) {
      found.set(`${taker} ${name}`, [...wordsFor(taker, operation), ...options]);
    }
  }
  return found;
}

/** What may follow the operation's name. */
function wordsFor(taker: string, { request }: Operation): string[] {
  const names = Object.keys(request.properties);
  if (taker === "describe") return [];
  const given = names.flatMap((field) => [
    `${field}=`,
    ...valuesOf(request.properties[field] as unknown as Schema).map((value) => `${field}=${value}`),
  ]);
  return taker === "lookup" ? [...names.filter((name) => lookupOf(request.properties[name])), ...given] : given;
}

interface Schema {
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
}

/** Longer lists are for `describe` and `lookup`: nobody reads them on a command line. */
const LONGEST_LIST = 40;

/** The values of a field that has a list, those aside that a shell would need quoted. */
function valuesOf(schema: Schema): string[] {
  const values = schema.enum ?? schema.items?.enum ?? schema.anyOf?.flatMap(valuesOf) ?? [];
  return values.length > LONGEST_LIST ? [] : values.filter((value) => /^[\w.+-]+$/.test(String(value))).map(String);
}

function walk(command: Command, path: string[], found: Completions): void {
  const options = command.options.flatMap(({ long }) => long ?? []);
  for (const { long, argChoices } of command.options) {
    if (long && argChoices) found.set(long, [...new Set([...(found.get(long) ?? []), ...argChoices])]);
  }
  const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
  found.set(path.join(" "), [...command.commands.map((inner) => inner.name()), ...choices, ...options, "--help"]);
  for (const inner of command.commands) walk(inner, [...path, inner.name()], found);
}
