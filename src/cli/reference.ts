import { readFile } from "node:fs/promises";
import { Command } from "commander";
import { withMarkedParts } from "../docs/marked-parts.ts";
import { registerAll } from "./command-groups.ts";
import { groups } from "./commands.ts";

const page = new URL("../../docs/command-line.md", import.meta.url);

/** `docs/command-line.md` with the program's current tables of commands. */
export async function commandLinePage(): Promise<string> {
  const program = new Command("winnow");
  await registerAll(program, groups);
  const commands = leaves(program, "");
  const callsService = ({ options }: Leaf) => options.includes("--url <address>");
  return withMarkedParts(await readFile(page, "utf8"), {
    "commands that call a service": tableOf(commands.filter(callsService)),
    "commands for this machine": tableOf(commands.filter((command) => !callsService(command))),
  });
}

/** A command that does something; a group such as `keys` only contains commands. */
interface Leaf {
  term: string;
  description: string;
  options: string[];
}

function leaves(group: Command, parents: string): Leaf[] {
  const help = group.createHelp();
  const commands = help.visibleCommands(group).filter((command) => command.name() !== "help");
  return commands.flatMap((command) => {
    if (command.commands.length > 0) return leaves(command, `${parents}${command.name()} `);
    const term = `${parents}${help.subcommandTerm(command).replace(" [options]", "")}`;
    const options = command.options.filter(({ hidden }) => !hidden).map(({ flags }) => flags);
    return [{ term, description: command.summary() || command.description(), options }];
  });
}

/** Options that most commands share are listed once, above the table. */
function tableOf(commands: Leaf[]): string {
  const all = [...new Set(commands.flatMap(({ options }) => options))];
  const common = all.filter(
    (option) => commands.filter(({ options }) => options.includes(option)).length > commands.length / 2,
  );
  const rows = commands.map(({ term, description, options }) => [
    `\`${term}\``,
    description,
    listed(options.filter((option) => !common.includes(option))),
  ]);
  const lines = [["command", "what it does", "options"], ["---", "---", "---"], ...rows].map(
    (cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`,
  );
  const head = common.length > 0 ? [`Most of them take ${listed(common)}.`, ""] : [];
  return [...head, ...lines].join("\n");
}

const listed = (options: string[]): string => options.map((option) => `\`${option}\``).join(", ");
