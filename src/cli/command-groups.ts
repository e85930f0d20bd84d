import type { Command } from "commander";
import { programName } from "./program-name.ts";

/** Commands whose module is loaded only when one is used: the parts behind `serve` take a second to load. */
export interface Group {
  /** The commands of the group, with a short description for the list. */
  commands: Record<string, string>;
  load(): Promise<{ register(program: Command): unknown }>;
  /** Absent for the commands of callers, which alone are described in the list of all commands. */
  room?: Room;
}

/** Commands for one kind of work. The help of the command `name` describes them, and `winnow <name> <command>` also runs one. */
interface Room {
  name: string;
  title: string;
}

export const inRoom = (room: Room, groups: readonly Group[]): Group[] => groups.map((group) => ({ ...group, room }));

/** Creates the command that `words` name; the others only as far as the list shows them. */
export async function registerFor(program: Command, groups: readonly Group[], words: string[]): Promise<void> {
  const [first, second] = words.filter((word) => !word.startsWith("-"));
  const wanted = first === "help" ? second : first;
  const rooms = new Set(groups.flatMap(({ room }) => room ?? []));
  // Hidden in the list only: whoever misspells a command gets the nearest of all.
  const options = ({ room }: Group) => ({ hidden: room !== undefined && wanted === undefined });
  for (const group of groups) {
    if (wanted !== undefined && Object.hasOwn(group.commands, wanted)) (await group.load()).register(program);
    else
      for (const [name, summary] of Object.entries(group.commands))
        program.command(name, options(group)).summary(summary);
  }
  const help = program.createHelp();
  for (const { name, title } of rooms) {
    const own = groups.filter(({ room }) => room?.name === name);
    const commands = own.flatMap(({ commands }) => Object.entries(commands));
    const names = help.boxWrap(commands.map(([command]) => command).join(", "), 76).replaceAll("\n", "\n  ");
    program.addHelpText("after", `\n${title} (${programName} ${name} --help describes them):\n  ${names}`);
    if (wanted !== name) continue;
    const rows = commands.map(([command, summary]) => `  ${command.padEnd(16)}${summary}`).join("\n");
    program.commands.find((command) => command.name() === name)?.addHelpText("after", `\n${title}:\n${rows}`);
  }
}

/** `winnow dev record` is `winnow record`. */
export function withoutRoom(words: string[], groups: readonly Group[]): string[] {
  const [first, second = ""] = words;
  const isInside = groups.some(({ room, commands }) => room?.name === first && Object.hasOwn(commands, second));
  return isInside ? words.slice(1) : words;
}

export async function registerAll(program: Command, groups: readonly Group[]): Promise<void> {
  for (const group of groups) (await group.load()).register(program);
}
