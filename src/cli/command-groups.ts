import type { Command } from "commander";

/** Commands whose module is loaded only when one is used: the parts behind `serve` take a second to load. */
export interface Group {
  /** The commands of the group, with a short description for the list. */
  commands: Record<string, string>;
  load(): Promise<{ register(program: Command): unknown }>;
}

/** Creates the command that `words` name; the others only as far as the list shows them. */
export async function registerFor(program: Command, groups: readonly Group[], words: string[]): Promise<void> {
  const [first, second] = words.filter((word) => !word.startsWith("-"));
  const wanted = first === "help" ? second : first;
  for (const group of groups) {
    if (wanted !== undefined && Object.hasOwn(group.commands, wanted)) (await group.load()).register(program);
    else for (const [name, summary] of Object.entries(group.commands)) program.command(name).summary(summary);
  }
}

export async function registerAll(program: Command, groups: readonly Group[]): Promise<void> {
  for (const group of groups) (await group.load()).register(program);
}
