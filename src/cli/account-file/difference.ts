import { CommandFailed } from "../command-failed.ts";
import type { RemoteOperation } from "../service/operations.ts";
import type { AccountFile } from "./read-file.ts";
import {
  type Entry,
  fieldsOf,
  identity,
  isChangeable,
  isSame,
  normal,
  type Row,
  type SectionName,
  sectionNames,
  unseen,
} from "./sections.ts";

/** What an account has; without the parts that cannot be reached. */
export type Account = Partial<Record<SectionName, Row[]>>;

export interface Step {
  section: SectionName;
  name: string;
  /** As the file has it, with the secrets. */
  wanted: Entry;
  /** As the account has it; missing for a new one. */
  row?: Row;
  differs: Array<{ field: string; from: unknown; to: unknown }>;
  kind: "create" | "change" | "replace";
}

export interface Difference {
  steps: Step[];
  /** On the account and not in the file. */
  left: Array<{ section: SectionName; name: string; row: Row }>;
}

/** Compares what an account should have with what it has, as far as that could be read. */
export function difference(file: AccountFile, account: Account, operations: RemoteOperation[]): Difference {
  const found: Difference = { steps: [], left: [] };
  const destinations = new Map(account.destinations?.map(({ id, name }) => [id, name]));
  for (const section of sectionNames) {
    const rows = (account[section] ?? []).map((row) => {
      const shown =
        section === "schedules" ? { ...row, destination: destinations.get(row.destination as string) } : row;
      return { row, has: normal(section, shown, operations) };
    });
    const wanted = account[section] ? file[section].map((entry) => mentioned(section, entry, operations)) : [];
    const rowOf = matches(section, wanted, rows);
    for (const [index, should] of wanted.entries()) {
      const entry = file[section][index]!;
      const step = { section, name: identity(section, should), wanted: entry };
      const known = rowOf.get(should);
      if (!known) {
        found.steps.push({ ...step, differs: [], kind: "create" });
        continue;
      }
      const differs = differences(section, should, known.has);
      if (differs.length === 0) continue;
      const fixed = differs.find(({ field }) => !isChangeable(section, field));
      if (fixed && section === "keys")
        throw new CommandFailed(
          `keys ${step.name}: the ${fixed.field} of a key cannot be changed; give the key another name to get a new one`,
        );
      // One that is replaced keeps what the file does not mention.
      if (fixed)
        found.steps.push({ ...step, wanted: { ...known.has, ...entry }, row: known.row, differs, kind: "replace" });
      else found.steps.push({ ...step, row: known.row, differs, kind: "change" });
    }
    const kept = new Set([...rowOf.values()]);
    for (const one of rows) {
      if (!kept.has(one)) found.left.push({ section, name: identity(section, one.row), row: one.row });
    }
  }
  return found;
}

/** What an entry says: what it leaves out stays as it is. */
function mentioned(section: SectionName, entry: Entry, operations: RemoteOperation[]): Entry {
  const names = [...Object.keys(entry), ...("rules" in entry ? ["track"] : [])];
  return Object.fromEntries(
    Object.entries(normal(section, entry, operations)).filter(([name]) => names.includes(name)),
  );
}

interface Known {
  row: Row;
  has: Entry;
}

/** Which row each wanted one is. Several may have one name: those that are equal belong together, then those in order. */
function matches(section: SectionName, wanted: Entry[], rows: Known[]): Map<Entry, Known> {
  const found = new Map<Entry, Known>();
  const open = new Set(rows);
  for (const isEnough of [(one: Entry, has: Entry) => differences(section, one, has).length === 0, () => true]) {
    for (const should of wanted) {
      if (found.has(should)) continue;
      const isMatch = ({ has }: Known) => identity(section, has) === identity(section, should) && isEnough(should, has);
      const known = [...open].find(isMatch);
      if (!known) continue;
      open.delete(known);
      found.set(should, known);
    }
  }
  return found;
}

const differences = (section: SectionName, should: Entry, has: Entry): Step["differs"] =>
  fieldsOf(section)
    .map(({ name: field }) => ({ field, from: has[field], to: should[field] }))
    .filter(({ field, from, to }) => field in should && !unseen.includes(field) && !isSame(from, to));

const signs = { create: "+", change: "~", replace: "±" };

/** One line for each step, with what changes. */
export const describeSteps = ({ steps, left }: Difference, prune: boolean): string[] => [
  ...steps.map(({ kind, section, name, differs }) =>
    [
      `${signs[kind]} ${section} ${name}`,
      ...differs.map(({ field, from, to }) => `    ${field}: ${shown(from)} → ${shown(to)}`),
    ].join("\n"),
  ),
  ...left.map(({ section, name, row }) => {
    if (section !== "keys" && prune) return `- ${section} ${name}`;
    const end = section === "keys" ? `\`winnow keys revoke ${row.id}\` ends it` : "--prune deletes it";
    return `  ${section} ${name}: left, because the file does not have it (${end})`;
  }),
];

const shown = (value: unknown): string => JSON.stringify(value ?? null);
