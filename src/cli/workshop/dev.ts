import { execFile } from "node:child_process";
import { watch } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Command } from "commander";
import { isEmpty } from "../../extraction/is-empty.ts";
import { sourceFolder } from "../local-operation.ts";
import { formatTable } from "../output/table.ts";
import { write } from "../output/write.ts";

const launcher = fileURLToPath(new URL("../launch.js", import.meta.url));

type Rec = Record<string, unknown>;

export function register(program: Command): void {
  program
    .command("dev")
    .description("Replay recordings whenever a file of a source changes: records, fill rates, and what changed.")
    .argument("<source>", "a source of this checkout, or of `sources/` in DATA_DIR")
    .argument("<recordings...>", "files of `winnow record`")
    .option("--once", "run once, without watching")
    .action(dev);
}

async function dev(source: string, recordings: string[], { once }: { once?: boolean }): Promise<void> {
  const folder = sourceFolder(source);
  const before = new Map<string, Rec[]>();
  await showAll(recordings, before);
  if (once) return;
  await write(`Watching ${folder}. Ctrl+C ends it.\n`);
  for await (const _ of watch(folder, { recursive: true, overflow: "ignore", maxQueue: 1 })) {
    await showAll(recordings, before);
  }
}

async function showAll(recordings: string[], before: Map<string, Rec[]>): Promise<void> {
  for (const file of recordings) {
    // A new process each time, because a loaded module stays as it was.
    const run = promisify(execFile)(process.execPath, [launcher, "replay", file], { maxBuffer: 2 ** 28 });
    const [outcome] = await Promise.allSettled([run]);
    if (outcome.status === "rejected") {
      await write(`${file}: ${String((outcome.reason as { stderr?: string }).stderr ?? outcome.reason).trim()}\n`);
      continue;
    }
    const records: Rec[] = JSON.parse(outcome.value.stdout);
    const fields = compareRuns(records, before.get(file) ?? null);
    before.set(file, records);
    const rows = fields.map((row) => ({ ...row, changed: row.changed || "" }));
    await write(
      `${file}: ${records.length} records\n${formatTable(rows, ["field", "filled", "before", "changed", "example"])}\n`,
    );
  }
}

interface FieldChange {
  field: string;
  /** How many of the records have it: `18/20`. */
  filled: string;
  /** The same for the previous run, if different. */
  before: string;
  /** Records whose value differs from the previous run. */
  changed: number;
  example: unknown;
}

const share = (records: readonly Rec[], field: string): string =>
  `${records.filter((record) => !isEmpty(record[field])).length}/${records.length}`;

/** How often each field is filled, and what changed since the previous run; records are compared by position. */
export function compareRuns(records: readonly Rec[], before: readonly Rec[] | null): FieldChange[] {
  const fields = [...new Set([...records, ...(before ?? [])].flatMap(Object.keys))].filter((name) => name !== "@type");
  return fields.map((field) => {
    const [filled, earlier] = [share(records, field), share(before ?? records, field)];
    const differs = (record: Rec, index: number) =>
      JSON.stringify(record[field]) !== JSON.stringify(before?.[index]?.[field]);
    return {
      field,
      filled,
      before: filled === earlier ? "" : earlier,
      changed: before === null ? 0 : records.filter(differs).length,
      example: records.find((record) => !isEmpty(record[field]))?.[field],
    };
  });
}
