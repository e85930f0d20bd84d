import { readFileSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import type { Command } from "commander";
import { stringify } from "yaml";
import { CommandFailed } from "../command-failed.ts";
import { callEndpoint } from "../endpoints/register.ts";
import { exitCodesHelp } from "../exit-codes.ts";
import { write } from "../output/write.ts";
import { calling } from "../service/calling.ts";
import { type Connected, type ServiceOptions, withServiceOptions } from "../service/connect.ts";
import { listOperations } from "../service/operations.ts";
import { type Account, describeSteps, difference, type Step } from "./difference.ts";
import { exportedFile } from "./export-file.ts";
import { readAccountFile } from "./read-file.ts";
import { type Entry, endpointOf, fieldsOf, type Row, type SectionName } from "./sections.ts";

interface ApplyOptions extends ServiceOptions {
  yes?: boolean;
  prune?: boolean;
}

export function register(program: Command): void {
  withServiceOptions(
    program
      .command("apply")
      .description(
        "Make the account's webhooks, destinations and schedules (with their watches) as a file describes them. Shows the difference first.",
      )
      .argument("<file>", "YAML, as `export-config` writes it; $NAME in braces is an environment variable")
      .option("--yes", "change it without asking")
      .option("--prune", "delete what the file does not have"),
  )
    .addHelpText("after", exitCodesHelp)
    .action(calling(apply));
  withServiceOptions(
    program
      .command("export-config")
      .description("Print the account's webhooks, destinations and schedules as a file for `apply`."),
  )
    .addHelpText("after", exitCodesHelp)
    .action(
      calling(async (service) => {
        await write(
          stringify(exportedFile(await readAccount(service), await listOperations(service)), { lineWidth: 0 }),
        );
      }),
    );
}

async function apply(
  service: Connected,
  path: string,
  { yes = false, prune = false }: ApplyOptions = {},
): Promise<void> {
  const file = readAccountFile(path, readFileSync(path, "utf8"), process.env);
  const found = difference(file, await readAccount(service), await listOperations(service));
  const removed = prune ? found.left : [];
  const lines = describeSteps(found, prune);
  if (lines.length > 0) await write(`${lines.join("\n")}\n`);
  if (found.steps.length + removed.length === 0) return write("Nothing to change.\n");
  if (!yes && !(await isConfirmed()))
    throw new CommandFailed("nothing was changed; add --yes to change it without being asked");
  for (const step of found.steps) await carryOut(service, step);
  // Last, so that no schedule names a destination that is gone.
  const replaced = found.steps.flatMap(({ kind, section, row }) =>
    kind === "replace" && row ? [{ section, row }] : [],
  );
  for (const { section, row } of [...replaced, ...removed]) {
    await callEndpoint(service, endpointOf(section, "delete"), { id: row.id });
  }
  await write(`Done: ${found.steps.length + removed.length} changed.\n`);
}

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
async function carryOut(service: Connected, { kind, section, name, wanted, row }: Step): Promise<void> {
  const values: Entry = { ...wanted };
  if (section === "schedules" && wanted.destination)
    values.destination = await destinationId(service, wanted.destination);
  if (kind === "change") {
    const { operation: _, ...changes } = withDefaults(section, values);
    await call(service, section, "change", { id: row!.id, ...changes });
    return;
  }
  const [made] = await call(service, section, "create", values);
  const secret = made?.format === "standard" && made.secret;
  if (secret) await write(`secret of ${name}: ${secret}\n`);
  if (made?.feed_secret) await write(`feed of ${name}: /schedules/${made.id}/feed/${made.feed_secret}\n`);
}

/** A field that the file leaves out gets its default again. */
const withDefaults = (section: SectionName, values: Entry): Entry =>
  Object.fromEntries(fieldsOf(section).map(({ name, schema }) => [name, values[name] ?? schema.default ?? null]));

const call = (service: Connected, section: SectionName, name: string, values: Entry): Promise<Row[]> => {
  const endpoint = endpointOf(section, name);
  const named = endpoint.fields.flatMap((field) =>
    field.name in values ? [[field.clientName, values[field.name]]] : [],
  );
  return callEndpoint(service, endpoint, {
    ...Object.fromEntries(named),
    ...("id" in values && { id: values.id }),
  }) as Promise<Row[]>;
};

/** The newest of that name: the file may just have replaced another. */
async function destinationId(service: Connected, name: unknown): Promise<string> {
  const rows = await call(service, "destinations", "list", {});
  const found = rows.filter((row) => row.name === name).at(-1);
  if (!found) throw new CommandFailed(`there is no destination ${String(name)}: put it under destinations`);
  return found.id;
}

async function readAccount(service: Connected): Promise<Account> {
  const list = (section: SectionName) => callEndpoint(service, endpointOf(section, "list"), {}) as Promise<Row[]>;
  return {
    webhooks: await list("webhooks"),
    destinations: await list("destinations"),
    schedules: await list("schedules"),
  };
}
