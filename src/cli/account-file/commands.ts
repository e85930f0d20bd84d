import { readFileSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import type { Command } from "commander";
import { stringify } from "yaml";
import { CommandFailed } from "../command-failed.ts";
import { callEndpoint } from "../endpoints/register.ts";
import { exitCodesHelp } from "../exit-codes.ts";
import { write } from "../output/write.ts";
import { calling } from "../service/calling.ts";
import { type Connected, findService, type ServiceOptions, withServiceOptions } from "../service/connect.ts";
import { listOperations, type RemoteOperation } from "../service/operations.ts";
import { type Account, describeSteps, difference, type Step } from "./difference.ts";
import { exportedFile } from "./export-file.ts";
import { readAccountFile, UnsetVariable } from "./read-file.ts";
import { type Entry, endpointOf, type Row, type SectionName, sectionNames } from "./sections.ts";

interface FileOptions extends ServiceOptions {
  email?: string;
}

interface ApplyOptions extends FileOptions {
  yes?: boolean;
  prune?: boolean;
}

/** What can be done with the keys of an account. They are never deleted. */
export interface Keys {
  list(): Promise<Row[]>;
  /** Throws if there cannot be such a key. */
  check(entry: Entry): Promise<void>;
  create(entry: Entry): Promise<Row[]>;
  change(entry: Entry): Promise<Row[]>;
}

/** Opens the keys of a person's account in this machine's store. `apiKey`, if there is one, must be of the same account. */
export type OpenKeys = <T>(person: { email: string; apiKey: string }, work: (keys: Keys) => Promise<T>) => Promise<T>;

/** The parts of an account that a command can reach: through the API with a key, and keys where the store is. */
interface Reached {
  service: Connected;
  keys: Keys | null;
}

/** `openKeys` is missing in the command line without the service. */
export function register(program: Command, openKeys?: OpenKeys): void {
  const fileCommand = (name: string, description: string): Command => {
    const command = withServiceOptions(program.command(name).description(description));
    command.addHelpText("after", exitCodesHelp);
    return openKeys
      ? command.option("--email <address>", "its API keys too, without their secrets, in the store on this machine")
      : command;
  };
  const reaching =
    <A extends unknown[]>(act: (reached: Reached, ...words: A) => Promise<void>) =>
    async (service: Connected, ...words: A): Promise<void> => {
      const options = words.at(-2) as FileOptions;
      const { email } = options;
      if (email === undefined || !openKeys) {
        findService(options, "key");
        return act({ service, keys: null }, ...words);
      }
      const { key: apiKey } = findService(options, "no key");
      return openKeys({ email, apiKey }, (keys) => act({ service, keys }, ...words));
    };
  fileCommand(
    "apply",
    "Make the account's webhooks, destinations, schedules (with their watches) and keys as a file describes them. Shows the difference first.",
  )
    .argument("<file>", "YAML, as `export-config` writes it; $NAME in braces is an environment variable")
    .option("--yes", "change it without asking")
    .option("--prune", "delete what the file does not have; keys stay")
    .action(calling(reaching(apply), "no key"));
  fileCommand(
    "export-config",
    "Print the account's webhooks, destinations, schedules and keys as a file for `apply`.",
  ).action(
    calling(
      reaching(async (reached: Reached) => {
        const { account, operations } = await readAccount(reached);
        await write(stringify(exportedFile(account, operations), { lineWidth: 0 }));
      }),
      "no key",
    ),
  );
}

async function apply(reached: Reached, path: string, { yes = false, prune = false }: ApplyOptions = {}): Promise<void> {
  const file = readAccountFile(path, readFileSync(path, "utf8"), process.env);
  const { account, operations } = await readAccount(reached);
  const found = difference(file, account, operations);
  const removed = prune ? found.left.filter(({ section }) => section !== "keys") : [];
  for (const { section, wanted, kind } of found.steps) {
    if (section === "keys") await reached.keys?.check(wanted);
    for (const [field, value] of Object.entries(wanted)) {
      if (!(value instanceof UnsetVariable)) continue;
      if (kind !== "change") throw new CommandFailed(`the environment variable ${value.name} is not set`);
      delete wanted[field];
    }
  }
  const lines = [
    ...describeSteps(found, prune),
    ...sectionNames.flatMap((section) =>
      file[section].length > 0 && !account[section] ? [`  ${section}: left, because ${whyNotReached(section)}`] : [],
    ),
  ];
  if (lines.length > 0) await write(`${lines.join("\n")}\n`);
  if (found.steps.length + removed.length === 0) return write("Nothing to change.\n");
  if (!yes && !(await isConfirmed()))
    throw new CommandFailed("nothing was changed; add --yes to change it without being asked");
  for (const step of found.steps) await carryOut(reached, step);
  // Last, so that no schedule names a destination that is gone.
  const replaced = found.steps.flatMap(({ kind, section, row }) =>
    kind === "replace" && row ? [{ section, row }] : [],
  );
  for (const { section, row } of [...replaced, ...removed]) await call(reached, section, "delete", { id: row.id });
  await write(`Done: ${found.steps.length + removed.length} changed.\n`);
}

const whyNotReached = (section: SectionName): string =>
  section === "keys"
    ? "an API key cannot create keys: `winnow apply --email <address>` does, on the service's machine"
    : "there is no API key: set WINNOW_KEY";

async function isConfirmed(): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question("Change it? [y/N] ")).trim());
  } finally {
    terminal.close();
  }
}

/** New secrets are printed, because they are shown only once. */
async function carryOut(reached: Reached, { kind, section, name, wanted, row }: Step): Promise<void> {
  const values: Entry = { ...wanted };
  if (section === "schedules" && wanted.destination)
    values.destination = await destinationId(reached, wanted.destination);
  if (kind === "change") {
    const { operation: _, ...changes } = values;
    await call(reached, section, "change", { id: row!.id, ...changes });
    return;
  }
  const [made] = await call(reached, section, "create", values);
  const secret = (section === "keys" || made?.format === "standard") && made?.secret;
  if (secret) await write(`secret of ${name}: ${secret}\n`);
  if (made?.feed_secret) await write(`feed of ${name}: /schedules/${made.id}/feed/${made.feed_secret}\n`);
}

type Act = "list" | "create" | "change" | "delete";

async function call({ service, keys }: Reached, section: SectionName, name: Act, values: Entry): Promise<Row[]> {
  if (section === "keys") return keys![name as "list" | "create" | "change"](values);
  const endpoint = endpointOf(section, name);
  const named = endpoint.fields.flatMap((field) =>
    field.name in values ? [[field.clientName, values[field.name]]] : [],
  );
  const input = { ...Object.fromEntries(named), ...("id" in values && { id: values.id }) };
  return (await callEndpoint(service, endpoint, input)) as Row[];
}

/** The newest of that name: the file may just have replaced another. */
async function destinationId(reached: Reached, name: unknown): Promise<string> {
  const rows = await call(reached, "destinations", "list", {});
  const found = rows.filter((row) => row.name === name).at(-1);
  if (!found) throw new CommandFailed(`there is no destination ${String(name)}: put it under destinations`);
  return found.id;
}

async function readAccount(reached: Reached): Promise<{ account: Account; operations: RemoteOperation[] }> {
  const { service, keys } = reached;
  const isReached = (section: SectionName) => (section === "keys" ? keys !== null : service.hasKey);
  const account: Account = {};
  for (const section of sectionNames.filter(isReached)) account[section] = await call(reached, section, "list", {});
  return { account, operations: service.hasKey ? await listOperations(service) : [] };
}
