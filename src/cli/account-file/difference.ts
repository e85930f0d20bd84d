import type { RemoteOperation } from "../service/operations.ts";
import type { AccountFile } from "./read-file.ts";
import {
  changeable,
  type Entry,
  fieldsOf,
  identity,
  isSame,
  normal,
  type Row,
  type SectionName,
  sectionNames,
  unseen,
} from "./sections.ts";

export type Account = Record<SectionName, Row[]>;

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

/** Compares what an account should have with what it has. */
export function difference(file: AccountFile, account: Account, operations: RemoteOperation[]): Difference {
  const found: Difference = { steps: [], left: [] };
  const destinations = new Map(account.destinations.map(({ id, name }) => [id, name]));
  for (const section of sectionNames) {
    const rows = new Map(
      account[section].toReversed().map((row) => {
        const shown =
          section === "schedules" ? { ...row, destination: destinations.get(row.destination as string) } : row;
        const has = normal(section, shown, operations);
        return [identity(section, has), { row, has }];
      }),
    );
    const kept = new Set<Row>();
    for (const wanted of file[section]) {
      const should = normal(section, wanted, operations);
      const known = rows.get(identity(section, should));
      const step = { section, name: identity(section, should), wanted };
      if (!known) {
        found.steps.push({ ...step, differs: [], kind: "create" });
        continue;
      }
      kept.add(known.row);
      const differs = fieldsOf(section)
        .map(({ name: field }) => ({ field, from: known.has[field], to: should[field] }))
        .filter(({ field, from, to }) => !unseen.includes(field) && !isSame(from, to));
      if (differs.length === 0) continue;
      const isChange = differs.every(({ field }) => changeable[section](field));
      found.steps.push({ ...step, row: known.row, differs, kind: isChange ? "change" : "replace" });
    }
    for (const row of account[section]) {
      if (!kept.has(row)) found.left.push({ section, name: identity(section, row), row });
    }
  }
  return found;
}

const signs = { create: "+", change: "~", replace: "±" };

/** One line for each step, with what changes. */
export const describeSteps = ({ steps, left }: Difference, prune: boolean): string[] => [
  ...steps.map(({ kind, section, name, differs }) =>
    [
      `${signs[kind]} ${section} ${name}`,
      ...differs.map(({ field, from, to }) => `    ${field}: ${shown(from)} → ${shown(to)}`),
    ].join("\n"),
  ),
  ...left.map(({ section, name }) =>
    prune
      ? `- ${section} ${name}`
      : `  ${section} ${name}: left, because the file does not have it (--prune deletes it)`,
  ),
];

const shown = (value: unknown): string => JSON.stringify(value ?? null);
